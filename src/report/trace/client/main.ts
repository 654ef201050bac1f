/** Entry of the report's script. */
import { app } from './app.ts';

app(window);
