import { playStories } from './stories.ts';

playStories('jules');
