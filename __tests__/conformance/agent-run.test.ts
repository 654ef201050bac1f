import { playStories } from './stories.ts';

playStories('agent-run');
