import { playStories } from './stories.ts';

playStories('devin');
