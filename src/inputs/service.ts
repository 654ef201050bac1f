/** The service that a step chooses (contract 1.1). */
import type { ServiceFacts } from '../agents/facts.ts';
import {
  DEFAULT_SERVICE,
  SERVICE_NAMES,
  SERVICE_TABLE,
  type ServiceName,
} from '../agents/service-table.ts';
import { quotedList, type InputReader } from './reader.ts';
import { choice, type InputValue } from './row.ts';

const OTHER_NAMES = SERVICE_NAMES.flatMap((name) =>
  SERVICE_TABLE[name].otherNames.map((other) => [other, name] as const),
);

const NAME = choice(SERVICE_NAMES, Object.fromEntries(OTHER_NAMES));

export const SERVICE_VALUE: InputValue<ChosenService> = {
  ...NAME,
  read: (reading, name) => serviceNamed(NAME.read(reading, name)),
};

export const SERVICE_DESCRIPTION =
  `The hosted agent: ${quotedList(SERVICE_NAMES, 'or')}. What each of them needs and can is in ` +
  'docs/services.md.';

/** A service as inputs and messages name it, and what it needs and can. */
export interface ChosenService {
  readonly name: ServiceName;
  /** `` `service: cursor` `` */
  readonly label: string;
  readonly isDefault: boolean;
  readonly facts: ServiceFacts;
}

/**
 * The one place above the agents where a service is looked up by its name: everything else has it
 * from the inputs. Frozen, since it has no word that could be a secret.
 */
export function serviceNamed(name: ServiceName): ChosenService {
  return Object.freeze({
    name,
    label: `\`service: ${name}\``,
    isDefault: name === DEFAULT_SERVICE,
    facts: SERVICE_TABLE[name],
  });
}

/** Null if the input names no service. Then nothing that depends on it is judged. */
export function chosenService(read: InputReader): ChosenService | null {
  const given = read.text('service').toLowerCase() || DEFAULT_SERVICE;
  const name = SERVICE_NAMES.find((one) => one === given);
  return name === undefined ? null : serviceNamed(name);
}

/**
 * `; the token …: did you mean `service: cursor`?`, or empty. Advice for an input that is missing
 * where no service was chosen: a token of another service tells which one was meant (contract 1.1).
 */
export function serviceMeant(read: InputReader): string {
  if (chosenService(read)?.isDefault !== true) {
    return '';
  }
  const other = otherServiceOf(read.text('token'), DEFAULT_SERVICE);
  if (other === null) {
    return '';
  }
  const { name, title, prefix } = other;
  const whose = `a token that begins with \`${prefix}\` goes with ${title}`;
  return `; ${whose}: did you mean \`service: ${name}\`?`;
}

interface OtherService {
  readonly name: ServiceName;
  readonly title: string;
  /** What its tokens begin with. */
  readonly prefix: string;
}

/** Another service than this one whose tokens begin as the given one does, or null. */
export function otherServiceOf(token: string, service: ServiceName): OtherService | null {
  for (const name of SERVICE_NAMES) {
    const { title, tokenPrefixes } = SERVICE_TABLE[name];
    const prefix = tokenPrefixes.find((one) => token.startsWith(one));
    if (prefix !== undefined && name !== service) {
      return { name, title, prefix };
    }
  }
  return null;
}
