/**
 * Seeds that once violated an invariant, with the cause. `sim.test.ts` replays them. A seed stays
 * reproducible as long as its draws do not change (see `Dice.of`).
 */
import type { ServiceName } from '../../src/agents/service-table.ts';
import type { ScenarioName } from './scenarios.ts';

export const KEPT_SEEDS: readonly {
  readonly service: ServiceName;
  readonly name: ScenarioName;
  readonly seed: number;
}[] = [
  // A signal came while the pull request of a task that had succeeded was looked up, and the
  // outputs were expected to name it.
  { service: 'copilot', name: 'jobs', seed: 800006667 },
  { service: 'copilot', name: 'jobs', seed: 800013075 },
  // The record of a run froze before its pull request was named, which came late.
  { service: 'cursor', name: 'jobs', seed: 800008887 },
  // A signal came between the record that showed the end and the stream that was read: the answer
  // stood in the log behind entries that were not read.
  { service: 'cursor', name: 'jobs', seed: 800021955 },
  { service: 'cursor', name: 'jobs', seed: 800046896 },
  // A signal came while a call was begun after one that never completes.
  { service: 'cursor', name: 'jobs', seed: 800022311 },
  // The time was up before the refusal of a create reached the step.
  { service: 'cursor', name: 'jobs', seed: 800064055 },
  // The page of a gateway, twice at the begin, hid for the whole run that a pull request was asked
  // for.
  { service: 'cursor', name: 'jobs', seed: 800061616 },
  // A re-run that found its follow-up in the log took the pull request of that turn for an older
  // one, and was expected to tell what came before the follow-up.
  { service: 'devin', name: 'jobs', seed: 9213 },
  // A log that cannot be read to its end does not tell whether a follow-up was sent, so that it is
  // not sent; its end was expected.
  { service: 'devin', name: 'jobs', seed: 9221 },
  // An unknown word counted as the end in the last second, too late to read the answer.
  { service: 'devin', name: 'jobs', seed: 800007571 },
  // A refused message was shown as accepted, because two faults of the simulation met in it.
  { service: 'devin', name: 'jobs', seed: 800007711 },
  // After a signal the organization is asked for at once, because the stop needs it.
  { service: 'devin', name: 'jobs', seed: 800019483 },
  // Runs without their key, and one that was deleted, were expected to be found by it.
  { service: 'devin', name: 'jobs', seed: 910000033 },
  { service: 'devin', name: 'thread', seed: 910000078 },
  // A re-run follows its own follow-up, behind which the thread had gone on.
  { service: 'devin', name: 'thread', seed: 910000217 },
  // A session that says nothing keeps an unknown word after a follow-up that was found.
  { service: 'devin', name: 'jobs', seed: 910001110 },
  { service: 'devin', name: 'jobs', seed: 911000776 },
  // A run took a comment, a later turn put an end to it for good, and another run took its place:
  // a re-run brings the comment to that one.
  { service: 'devin', name: 'thread', seed: 911000659 },
  // The late pull request of a follow-up was expected, of a session that showed an earlier one.
  { service: 'jules', name: 'jobs', seed: 911000812 },
  // The end came so shortly before the timeout that a late pull request could not be waited for,
  // and it was said to be missing.
  { service: 'copilot', name: 'jobs', seed: 800043139 },
  // What the turn before went on to use, while a message was sent again, was told as the
  // follow-up's own.
  { service: 'openhands', name: 'thread', seed: 478 },
  // A run was deleted and made again under its id: the first one's turns were looked for in the
  // second.
  { service: 'openhands', name: 'thread', seed: 1779 },
  { service: 'cursor', name: 'thread', seed: 102 },
  { service: 'cursor', name: 'thread', seed: 921000317 },
  // The address of the sandbox is read for a stop after a signal, whatever was to be waited for.
  { service: 'openhands', name: 'jobs', seed: 1660 },
  // The follow-up with the same prompt is found again, not the last one of the job.
  { service: 'jules', name: 'jobs', seed: 941000062 },
  { service: 'devin', name: 'jobs', seed: 941000062 },
  // A session that somebody has closed while it worked has failed in the log of all its turns.
  { service: 'jules', name: 'thread', seed: 931000225 },
  // A log that was read for the first time after half a minute was told from its begin, although
  // the follow-up's own message stood in it.
  { service: 'devin', name: 'thread', seed: 163 },
  // A session that had failed and was ended by somebody does not tell its error any more.
  { service: 'devin', name: 'thread', seed: 212 },
  // What the begin of a conversation shows was expected of a message that its first turn took in.
  { service: 'openhands', name: 'jobs', seed: 952000370 },
  // A found follow-up without an end of its own goes on to that of a later turn.
  { service: 'openhands', name: 'thread', seed: 952000876 },
  // The log could not be read in all of a step, which its warning says, so that nothing told the
  // result.
  { service: 'openhands', name: 'thread', seed: 952001054 },
  // The address of the sandbox is read for a stop at the end of the time, as after a signal.
  { service: 'openhands', name: 'jobs', seed: 952001446 },
  // A run that was stopped, and whose sandbox is gone, has failed and is replaced.
  { service: 'openhands', name: 'jobs', seed: 952001550 },
  // The one request to wake a sandbox met the page of a gateway, and the run slept to the timeout.
  { service: 'openhands', name: 'jobs', seed: 952001867 },
  // What the agent had said was held for its answer, and was no sign of work, so that the run was
  // said never to have acted.
  { service: 'openhands', name: 'thread', seed: 952002935 },
  { service: 'openhands', name: 'thread', seed: 952006774 },
  // A gateway's page with 404 was taken for the service's word that the thread's run is gone, and
  // a re-run brought its comment to another one.
  { service: 'openhands', name: 'thread', seed: 952004355 },
  // A page of the log could not be read, and those before it were thrown away with the answer.
  { service: 'jules', name: 'jobs', seed: 952002460 },
  // The session could not be read for half a minute, which its log was found guilty of, and given
  // up with the answer.
  { service: 'jules', name: 'jobs', seed: 952004131 },
  // The end was shown in the last half second, and the answer had not come to the log yet: nothing
  // said that it was missing.
  { service: 'jules', name: 'jobs', seed: 952006912 },
  // The log told the end, and the session could not be read after it, so that its state is old.
  { service: 'jules', name: 'jobs', seed: 952010240 },
  { service: 'jules', name: 'thread', seed: 952002537 },
  // A re-run in a thread looks for its follow-up without `idempotency` too, in a log that cannot be
  // read.
  { service: 'devin', name: 'thread', seed: 955000256 },
  // A head without a check was taken for one that would never have any.
  { service: 'jules', name: 'checks', seed: 952003294 },
  // The command that had opened a pull request was expected before all else of its turn.
  { service: 'openhands', name: 'thread', seed: 952003575 },
  { service: 'openhands', name: 'thread', seed: 952009596 },
  // What others said to the turn of a found follow-up while it was at work was not expected.
  { service: 'openhands', name: 'thread', seed: 952010535 },
  { service: 'openhands', name: 'thread', seed: 952011676 },
  { service: 'openhands', name: 'thread', seed: 952012474 },
  // A run that was stopped, and whose sandbox is gone since, was said to tell nothing of its end.
  { service: 'openhands', name: 'jobs', seed: 952002630 },
  // Nothing told how a run had ended whose sandbox is gone: it has failed and is replaced.
  { service: 'openhands', name: 'jobs', seed: 954000027 },
  // A seventh turn of a run played the sixth once more, with its pull request.
  { service: 'openhands', name: 'thread', seed: 954002674 },
  // A killed step names the run of its thread, which was deleted and is made again later.
  { service: 'openhands', name: 'thread', seed: 953227937 },
  // The service says that the run of a thread is not there, and a re-run knows only the next one.
  { service: 'openhands', name: 'thread', seed: 953255342 },
  { service: 'openhands', name: 'thread', seed: 953269778 },
  // A comment had created a run, the thread went on with another one, and a re-run sent it to that.
  { service: 'openhands', name: 'thread', seed: 953335373 },
  // An answer that could not be read was taken for a sandbox that is woken.
  { service: 'openhands', name: 'jobs', seed: 954010747 },
  // A follow-up that was stopped, and whose session was woken for another job later: a re-run took
  // the answer of the turn before for its end.
  { service: 'devin', name: 'thread', seed: 955000635 },
  // What came late of the turn before, behind the follow-up's own message, was told as its own.
  { service: 'openhands', name: 'thread', seed: 954018194 },
  // The day's quota was used up, and what its refusal asked for held up the reads of another run,
  // which timed out unseen.
  { service: 'openhands', name: 'fleet', seed: 13 },
  // A lost create was about to be sent again when another run failed, with `fail_fast`: an error
  // inside this action.
  { service: 'cursor', name: 'fleet', seed: 103 },
  // The wait of a stream for its turn under the rate limits counted as silence of the service.
  { service: 'cursor', name: 'fleet', seed: 957000079 },
  { service: 'cursor', name: 'fleet', seed: 957003019 },
  // The same: the log broke off after a plan had begun, and its list never came.
  { service: 'cursor', name: 'fleet', seed: 957003319 },
  // A poll and a stream waited for the same place under the limit, and both were sent.
  { service: 'cursor', name: 'jobs', seed: 7103 },
  // A stream that ended twice at the same place counted as the whole log.
  { service: 'cursor', name: 'jobs', seed: 957010410 },
  { service: 'cursor', name: 'thread', seed: 957009197 },
  // A re-run judged the run of a later comment in place of the one that it had created, and sent
  // its request again.
  { service: 'cursor', name: 'thread', seed: 961000075 },
  // The newest run, asked for to be stopped after a signal, was to wait as long as a 429 had asked.
  { service: 'cursor', name: 'jobs', seed: 957008592 },
  // One task found out which path of a session is taken, and another one was told of it late.
  { service: 'devin', name: 'fleet', seed: 90032 },
  // Five warnings that differed by their run alone hid that the service offers no log.
  { service: 'agent-run', name: 'fleet', seed: 90090 },
  // The first page of the log showed a later turn at work, which begins on the second one.
  { service: 'agent-run', name: 'thread', seed: 956002136 },
  // A session falls asleep half an hour after its end, also without a fault.
  { service: 'devin', name: 'fleet', seed: 956003799 },
  // A head was pushed while a mend waited for a limit.
  { service: 'devin', name: 'checks', seed: 956000191 },
  // A signal came while the session was read before a mend, which was sent after it.
  { service: 'jules', name: 'checks', seed: 957001575 },
  // The time of a follow-up was expected to begin once the run that was at work had ended.
  { service: 'jules', name: 'fleet', seed: 957002739 },
  // A create had its permit when the request of another task was refused, and did not wait.
  { service: 'jules', name: 'fleet', seed: 957003059 },
  // A result that came after the follow-up was taken for that of its turn.
  { service: 'agent-run', name: 'thread', seed: 957002956 },
  // The run was read before the log of a turn that was over, and its later turn had a strange word.
  { service: 'agent-run', name: 'thread', seed: 957003236 },
  // Tags that the answer lacked were looked for before the id of the session was told.
  { service: 'devin', name: 'thread', seed: 957000414 },
  // The two minutes in which a session without credit may go on were counted from the step's begin.
  { service: 'devin', name: 'jobs', seed: 957011566 },
  // The reads before a create used up the time, and the service was said to be out of reach.
  { service: 'jules', name: 'jobs', seed: 7335 },
  // Each task asked again for the organization of a key that belongs to none.
  { service: 'devin', name: 'fleet', seed: 7057 },
  // A session that was put to sleep, and woken later, was expected to show its unknown word then.
  { service: 'devin', name: 'thread', seed: 7122 },
  // The log told the end before the session did, which then had the word of the turn before.
  { service: 'jules', name: 'jobs', seed: 958000021 },
  // The result of the turn before came in the answer to the follow-up, after that of an older one.
  { service: 'agent-run', name: 'thread', seed: 958001317 },
  // A follow-up that waited for the turn before it stood in no log when a re-run looked for it.
  { service: 'agent-run', name: 'thread', seed: 958004497 },
  // It ended and fell asleep between two reads, without an output: what it had said last was
  // expected to be told as its answer.
  { service: 'devin', name: 'jobs', seed: 970004761 },
  // The answer was late, and the time of its task was over before: the result was expected.
  { service: 'jules', name: 'fleet', seed: 970006259 },
  // A read of the log failed just as the time was over in which a follow-up's own message has to
  // come: what the turn before had done was told as this turn's.
  { service: 'agent-run', name: 'jobs', seed: 970012150 },
  // The log showed a lost follow-up and the run at work, which could not be read itself until it
  // had ended in the same word as before.
  { service: 'agent-run', name: 'thread', seed: 963006104 },
  // The checks that are read once at the timeout were taken for a sign that the end was seen.
  { service: 'devin', name: 'checks', seed: 995003330 },
  // A task without sessions was reopened before its pull request had come, which was expected.
  { service: 'copilot', name: 'jobs', seed: 995009878 },
  // A long log of a fleet was read when the time was up, and said to be cut: its end was expected.
  { service: 'jules', name: 'fleet', seed: 995004219 },
  // The list cut the prompt and showed another title, and the run was expected to be found in it.
  { service: 'jules', name: 'thread', seed: 995007676 },
  // A message that stood in the log was held to be on its way, because its turn could not be read:
  // the conversation was interrupted twice.
  { service: 'openhands', name: 'budget', seed: 997002757 },
  // A follow-up whose activities could not be read, and which ended in an unknown word, was told
  // as the turn before.
  { service: 'jules', name: 'jobs', seed: 997016764 },
  // A log that had failed could be read again after the two seconds for late entries were over.
  { service: 'agent-run', name: 'jobs', seed: 997008644 },
  // What the turn before had written while a replica lagged was told as this turn's (contract 4.5).
  { service: 'agent-run', name: 'thread', seed: 997019098 },
  // The last reads of a fleet of 20 came more than a second before its time was up.
  { service: 'cursor', name: 'fleet', seed: 997011579 },
  // A deleted run was taken for one that was made later under its id, and deleted too.
  { service: 'cursor', name: 'thread', seed: 997016578 },
  // The time was up between two pages of the log, and a call that was open then was told before the
  // words that stand before it.
  { service: 'openhands', name: 'fleet', seed: 997006339 },
  // A step was killed while its create without a key was on its way: its later attempt was expected
  // to know of that.
  { service: 'agent-run', name: 'thread', seed: 997022438 },
  // A rate limit left the post step no time to read a run, whose id it knew and did not name.
  { service: 'copilot', name: 'fleet', seed: 997020839 },
  // What a run wrote while the mark of a follow-up was looked for was told as the follow-up's own.
  { service: 'agent-run', name: 'jobs', seed: 997001948 },
];
