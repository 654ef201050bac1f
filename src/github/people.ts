/**
 * The people behind an event, and whether their permission is checked (contract 6.1). Pure: uses
 * only environment and payload.
 */
import { commentBody, payloadField, payloadText, type EventContext } from './event.ts';
import { isRecord } from '../safe/json.ts';
import { sameName } from '../safe/text.ts';

/** Payload fields that name people other than `github.actor` and `github.triggering_actor`. */
const FURTHER_PEOPLE: Readonly<Record<string, readonly (readonly string[])[]>> = {
  workflow_run: [
    ['workflow_run', 'actor'],
    ['workflow_run', 'triggering_actor'],
  ],
  // Whoever edits or deletes a comment is the actor, but the text is the author's. See
  // `WRITTEN_BY_ACTOR`.
  issue_comment: [['comment', 'user']],
  pull_request_review: [['review', 'user']],
  pull_request_review_comment: [['comment', 'user']],
  discussion_comment: [['comment', 'user']],
};

/** Actions with which the author of a comment or review is the actor of the event. */
const WRITTEN_BY_ACTOR: ReadonlySet<string> = new Set(['', 'created', 'submitted']);

interface People {
  /** Unique logins as first written. Empty if no check is needed. */
  readonly logins: readonly string[];
  /**
   * A person without a login (a deleted account), whose permission cannot be checked. Null if there
   * is none.
   */
  readonly unnamed: string | null;
}

/**
 * Whether this is a `pull_request` event whose head is in this repository. Anyone may open one
 * between two existing branches, with words of their own, so people are asked about. A bot could
 * push there, so it passes.
 */
export function isOwnPullRequest(event: EventContext): boolean {
  const head = payloadText(event, 'pull_request', 'head', 'repo', 'full_name');
  return event.name === 'pull_request' && head !== '' && sameName(head, event.repository);
}

/** The people behind an event that is not trusted. */
export function peopleBehind(event: EventContext): People {
  const logins = [event.actor, event.triggeringActor];
  const isOwnText =
    commentBody(event) !== null && WRITTEN_BY_ACTOR.has(payloadText(event, 'action'));
  const named = Object.hasOwn(FURTHER_PEOPLE, event.name) ? FURTHER_PEOPLE[event.name] : undefined;
  let further = named;
  if (isOwnPullRequest(event)) {
    further = [['pull_request', 'user']];
  } else if (isOwnText) {
    further = undefined;
  }
  let unnamed = event.actor === '' ? 'github.actor' : null;
  for (const path of further ?? []) {
    const person = payloadField(event, ...path);
    // Older GitHub Enterprise Servers omit the field. Null means a deleted account.
    if (person === undefined) {
      continue;
    }
    const login = isRecord(person) ? person['login'] : null;
    if (typeof login === 'string' && login !== '') {
      logins.push(login);
    } else {
      unnamed ??= path.join('.');
    }
  }
  const distinct = logins.filter(
    (login, at) => login !== '' && logins.findIndex((one) => sameName(one, login)) === at,
  );
  return { logins: distinct, unnamed };
}

/**
 * Accounts are at most this deep in a payload (`pull_request.head.repo.owner`), and payloads have
 * far fewer objects than this.
 */
const SEARCH = { depth: 6, objects: 20_000 } as const;

/** Fields of a payload's objects (`issue.user`) where GitHub itself writes an account. */
const PERSON_FIELDS: ReadonlySet<string> = new Set([
  'user',
  'actor',
  'triggering_actor',
  'creator',
]);

/**
 * The type of an account in the payload (`User`, `Bot`, `Organization`, …). `Bot` if it appears as
 * one anywhere; other types count only where GitHub writes them, because some payloads contain JSON
 * of others (`deployment.payload`, the metadata of a package). Null if none counts.
 */
export function accountTypeInPayload(event: EventContext, login: string): string | null {
  let objectBudget: number = SEARCH.objects;
  let found: string | null = null;
  const visit = (value: unknown, path: readonly string[]): void => {
    if (
      typeof value !== 'object' ||
      value === null ||
      path.length > SEARCH.depth ||
      objectBudget === 0
    ) {
      return;
    }
    objectBudget -= 1;
    if (isRecord(value)) {
      const { login: name, type } = value;
      if (typeof name === 'string' && typeof type === 'string' && sameName(name, login)) {
        if (isBotType(type)) {
          found = 'Bot';
        } else if (isWrittenByGitHub(path)) {
          found ??= type;
        }
      }
    }
    for (const [key, child] of Object.entries(value)) {
      visit(child, [...path, key]);
    }
  };
  visit(event.payload, []);
  return found;
}

function isWrittenByGitHub(path: readonly string[]): boolean {
  const [first, second] = path;
  return (
    (path.length === 1 && first === 'sender') ||
    (path.length === 2 && PERSON_FIELDS.has(String(second)))
  );
}

export function isBotType(type: string | null): boolean {
  return type?.toLowerCase() === 'bot';
}
