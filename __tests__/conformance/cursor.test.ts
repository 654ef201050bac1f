import { playStories } from './stories.ts';

playStories('cursor');
