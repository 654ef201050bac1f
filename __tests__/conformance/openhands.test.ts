import { playStories } from './stories.ts';

playStories('openhands');
