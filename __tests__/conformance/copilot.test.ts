import { playStories } from './stories.ts';

playStories('copilot');
