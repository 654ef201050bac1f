/** The answer of a run that reviews, as the action reads it. */
import { readReview, reviewOf, type ReviewAnswer } from '../../src/review/answer.ts';
import { parseAnswers, type AnswerReading } from '../../src/run/output-schema.ts';

export function readingOf(text: string, gate = false): AnswerReading {
  return readReview(text, { written: parseAnswers(text), gate });
}

export function answerOf(text: string, gate = false): ReviewAnswer {
  const reading = readingOf(text, gate);
  if (!reading.ok) {
    throw new Error(reading.errors.join());
  }
  return reviewOf(reading.json);
}
