/**
 * Seeds that once violated an invariant, with the cause. `sim.test.ts` replays them. A seed stays reproducible as long as its draws do not
 * change (see `Dice.of`).
 */
import type { ScenarioName } from './scenarios.ts';

export interface KeptSeed {
  readonly name: ScenarioName;
  readonly seed: number;
  readonly why: string;
}

export const KEPT_SEEDS: readonly KeptSeed[] = [
  {
    name: 'single',
    seed: 2286,
    why: 'an entry that was filled in more than fifty entries back was handed out again as a new one when the whole log was read anew',
  },
  {
    name: 'single',
    seed: 2018,
    why: 'a service with capped pages: a total in doubt made each capped page look like the whole log',
  },
  {
    name: 'single',
    seed: 1173,
    why: "the summary of a run that took the follow-up in another's place was taken for one from before",
  },
  {
    name: 'single',
    seed: 9030,
    why: 'an entry that came late between incomplete ones, one of which was filled in at the same moment, made that one two entries',
  },
  {
    name: 'single',
    seed: 12008,
    why: 'a clock set back after a single old entry made an ascending log look descending, and all of the turn was lost',
  },
  {
    name: 'single',
    seed: 1059638,
    why: 'a signal that came while the service was asked to stop a timed-out run was heard only when that request was over',
  },
  {
    name: 'single',
    seed: 1046045,
    why: 'in a descending log, entries of this turn were lost whose clock was set back into the time of the turn before',
  },
  {
    name: 'single',
    seed: 1059273,
    why: 'an entry of this turn was lost whose clock was set back into the time of the turn before and soon left it again',
  },
  {
    name: 'single',
    seed: 1049191,
    why: 'an older snapshot showed an entry as it was before it was filled in, which was taken for another one',
  },
  {
    name: 'single',
    seed: 4001460,
    why: 'entries that were filled in while the log seemed to be empty for long were taken for new ones',
  },
  {
    name: 'single',
    seed: 4026101,
    why: 'entries from before a follow-up were taken for its own where a page out of order showed them behind its message',
  },
  {
    name: 'single',
    seed: 6004760,
    why: 'entries of the turns before, in which the clock had been set back, were taken for those of the follow-up',
  },
  {
    name: 'single',
    seed: 7001770,
    why: 'the same in a descending log of several pages, of which only the ends had been read',
  },
  {
    name: 'single',
    seed: 6103519,
    why: 'entries of a follow-up whose clock was set back were lost where an earlier clock had been ahead on pages that were not read before',
  },
  {
    name: 'single',
    seed: 4020977,
    why: 'entries that were filled in while the log could not be placed were taken for new ones',
  },
  {
    name: 'single',
    seed: 4013137,
    why: "a late entry that the client's own limit left no request for: the step says so, and ends at once",
  },
  {
    name: 'single',
    seed: 1016903,
    why: 'the final read was given up while the client waited for its own rate limit',
  },
  {
    name: 'single',
    seed: 1008351,
    why: 'the rest of the log was given up while the client waited for its own rate limit',
  },
  {
    name: 'single',
    seed: 7014526,
    why: 'entries of a log in which the clock had been set back were taken for those of the follow-up, because only its first page could be read before',
  },
  {
    name: 'single',
    seed: 6123156,
    why: 'a service that had answered 404 at one address of the log was called never reached when no connection was made for the other',
  },
  {
    name: 'single',
    seed: 7686,
    why: 'a step timed out before it sent its follow-up, and the result of the turn before was expected of it',
  },
  {
    name: 'single',
    seed: 500055901,
    why: 'in a descending log whose clock had been set back before, the entries of a follow-up dated before them were all lost',
  },
  {
    name: 'single',
    seed: 500187140,
    why: 'the same where equal entries and one without a date followed',
  },
  {
    name: 'single',
    seed: 500177020,
    why: 'after one page in reverse, an ascending log was taken for a descending one to the end, and the entries dated before the follow-up were lost',
  },
  {
    name: 'single',
    seed: 500008789,
    why: 'the log was said to be incomplete, though it had been read to its end, where a last read of the run alone settled the end',
  },
  {
    name: 'single',
    seed: 500007742,
    why: 'a page with a hole had a round number of entries and seemed capped; the next one, in reverse, brought its last entry again',
  },
  {
    name: 'single',
    seed: 500078121,
    why: 'the same in a log that was attached to, where a shuffled page followed',
  },
  {
    name: 'single',
    seed: 500212353,
    why: 'the second page of a log without a total was refused once before a follow-up and not asked for again, so that the clock alone, which was wrong, told the turns apart',
  },
  {
    name: 'single',
    seed: 2200030505,
    why: 'each late entry disturbed the reading of a whole log, in pages of ten, until the rate limit was used up',
  },
  {
    name: 'thread',
    seed: 2002359,
    why: 'of two jobs that began a run each for the same comments, the one whose marker was replaced by an older run did not say so',
  },
  {
    name: 'thread',
    seed: 2005358,
    why: 'the post step of a job that was killed after its create wrote a marker without the comments that the create had brought, so that the next job brought them again',
  },
  {
    name: 'thread',
    seed: 2009957,
    why: 'a refusal that one part of a step had met was not waited for by the next, which asked again and again',
  },
  {
    name: 'thread',
    seed: 91000107,
    why: 'a step whose own announcement another step had settled erased the announcement of that step, and its comment was delivered again',
  },
  {
    name: 'thread',
    seed: 300001175,
    why: 'where GitHub was slow, the progress of one step covered again and again what another had written of its delivery',
  },
  {
    name: 'thread',
    seed: 320003179,
    why: 'the follow-up of a killed step waited in the queue of the run; the step that took its comments over forgot its mark, so that a third delivered them again',
  },
  {
    name: 'thread',
    seed: 500031297,
    why: "a follow-up that never arrived was taken for delivered, because the run worked on another job's follow-up",
  },
  {
    name: 'thread',
    seed: 500134577,
    why: "the same where another job's follow-up was accepted just before, and the run had not yet begun it",
  },
  {
    name: 'thread',
    seed: 520064596,
    why: "the progress of two steps covered again and again what a third had delivered, because each took the other's name in the marker for news",
  },
  {
    name: 'thread',
    seed: 520087736,
    why: "a re-run brought its comment again to a run that failed after the re-run's start and before it read the status, which the invariant took for a second delivery",
  },
  {
    name: 'thread',
    seed: 700004924,
    why: 'a step that announced its follow-up nine seconds after its reading covered what another had delivered, and waited too briefly to learn of it',
  },
  {
    name: 'thread',
    seed: 950035697,
    why: 'the claim of a killed job was deleted while another step read the pages of the thread, so that it overlooked the claim after it and created a second run at the same time',
  },
  {
    name: 'thread',
    seed: 910017017,
    why: 'the follow-up of a failed step waited in the queue of the run, and was begun while another step, which had taken its comments over, waited between its announcement and its request',
  },
  {
    name: 'thread',
    seed: 1100032276,
    why: 'a step was cancelled before it could record its delivery, and another had overwritten its announcement, so that its post step recorded nothing and the comments were delivered again',
  },
  {
    name: 'fleet',
    seed: 10442,
    why: 'after a refused creation, those from before it were no longer counted in the minute, and the fleet refused itself',
  },
  {
    name: 'fleet',
    seed: 500155438,
    why: 'the answer of the turn before, and ten quiet minutes of the follow-up that waited behind it, were taken for its success',
  },
  {
    name: 'single',
    seed: 520021027,
    why: 'two failed reads of a log that could be read before the follow-up let the previous end count after five seconds',
  },
  {
    name: 'single',
    seed: 520075944,
    why: 'a service without a log said "active" in its answer, and showed the previous end for half a minute more: that end counts',
  },
  {
    name: 'single',
    seed: 500044063,
    why: 'the text that the service was yet to fill in to the final answer was not waited for, and the answer of the turn before was expected',
  },
  {
    name: 'single',
    seed: 520059068,
    why: 'no answer before the end told the summary, which may thus be from before the follow-up, but was expected as the result',
  },
  {
    name: 'single',
    seed: 500073549,
    why: 'a service whose log had just been read was called unreachable when no connection was made for the follow-up in two minutes',
  },
  {
    name: 'single',
    seed: 800086213,
    why: 'the 30 quiet seconds after the end of a run that was at work began with the follow-up and not with the first poll that showed the end',
  },
  {
    name: 'single',
    seed: 850064252,
    why: 'the last page was an old snapshot without a result, and the result that pages before it had shown was not expected',
  },
  {
    name: 'single',
    seed: 910033110,
    why: 'the result of a queued turn stood until five seconds after the end of this one, but was not expected (contract 4.6 waits only for null)',
  },
  {
    name: 'single',
    seed: 2000000462,
    why: 'an entry that was first read filled in was emitted again as a new one when a stale page showed it as it was before',
  },
  {
    name: 'single',
    seed: 2000124673,
    why: 'the same after an older snapshot had been read as a whole, from which on only its newest entries were recognized',
  },
  {
    name: 'single',
    seed: 2000143167,
    why: 'the same for three entries at the end of a log that wrong totals had read again and again',
  },
  {
    name: 'single',
    seed: 2600095543,
    why: 'the same where a first reading brought a hundred entries at once, and a snapshot had only the first half of them',
  },
  {
    name: 'single',
    seed: 2610249508,
    why: 'an entry that arrived late while the pages before it had been read already was lost, because the service tells no total',
  },
  {
    name: 'single',
    seed: 2620090033,
    why: 'the result on a page whose entries contradicted those of other pages was dropped with them, and the run was not read again in time',
  },
  {
    name: 'single',
    seed: 2640280342,
    why: 'the same for a page that was read after the end of the run',
  },
  {
    name: 'single',
    seed: 2640083613,
    why: 'a page without a status had the result, and an old snapshot of the run, read for its status, was expected to take it back',
  },
  {
    name: 'fleet',
    seed: 3000000338,
    why: 'an older copy of the log showed the end of the turn before, and no later read of the run confirmed it',
  },
  {
    name: 'fleet',
    seed: 3100126238,
    why: 'a resumed run whose log held the answer of the turn before was read without a pause, which used up the rate limit',
  },
  {
    name: 'single',
    seed: 3000093366,
    why: 'a page in reverse after one with a gap brought an entry a second time, in a log as long as announced',
  },
  {
    name: 'single',
    seed: 4500185726,
    why: 'the same with the last of equal entries, which the next page showed once more',
  },
  {
    name: 'single',
    seed: 4000046132,
    why: 'a total that proved wrong hid that pages were capped, and the log was not read beyond its first page',
  },
  {
    name: 'single',
    seed: 4000053948,
    why: 'a run that was read for the status of a page took its draft of a result back, and no later read succeeded',
  },
  {
    name: 'single',
    seed: 6000032520,
    why: 'reading the rest of the log used up the rate limit just before the timeout, and the final read was not possible any more',
  },
  {
    name: 'thread',
    seed: 6500010436,
    why: 'an edit of a claim whose response was lost was repeated without a reading, and overwrote what another job had delivered',
  },
  {
    name: 'single',
    seed: 6500054490,
    why: 'the last scan of a log read in pages of twenty was given up because a late entry had disturbed it',
  },
  {
    name: 'thread',
    seed: 7508017424,
    why: 'the run of a killed job was looked up and recorded again and again until GitHub showed the edit',
  },
  {
    name: 'single',
    seed: 10000014723,
    why: 'an entry came on top of a descending log between two pages of a scan that found nothing else, and was not read',
  },
  {
    name: 'single',
    seed: 10000002461,
    why: 'an answer was filled in after the order of the log had turned out to be another one, and the text was lost',
  },
  {
    name: 'thread',
    seed: 12600127236,
    why: 'two jobs that could not agree created a run each, and the next one delivered to one run what the other had settled',
  },
  {
    name: 'single',
    seed: 23000000459,
    why: 'an end was shown for a moment only, and the outcome stayed failed although the status had become done',
  },
  {
    name: 'single',
    seed: 12700065384,
    why: 'a whole log out of order turned the order of the entries round, and the answer of the turn before became the result',
  },
  {
    name: 'single',
    seed: 13000023484,
    why: 'the last read of the run, just before the timeout, showed its end, and a pause left no time to read the log after it',
  },
  {
    name: 'single',
    seed: 16001016786,
    why: 'the read of the run before a follow-up was redirected, and the follow-up was sent all the same',
  },
  {
    name: 'single',
    seed: 16010011073,
    why: 'a page without result and status brought back the answer of the run from before its result, and it was lost',
  },
  {
    name: 'fleet',
    seed: 16100072386,
    why: 'an older copy showed the turn before at work after its end, and that end was taken for the one of the follow-up',
  },
  {
    name: 'fleet',
    seed: 16300029483,
    why: 'a resumed run that had not been polled for half a minute was said at the timeout never to have acted on the follow-up',
  },
  {
    name: 'single',
    seed: 16920000034,
    why: 'a service cut its pages at a number that is not round, and what came after the first page was lost',
  },
  {
    name: 'single',
    seed: 17000042852,
    why: 'a page with a gap was taken for a cut one, and the next page brought one of two equal entries again',
  },
  {
    name: 'single',
    seed: 16010165868,
    why: 'a wrong total ended the reading of a descending log one entry early, and entries of the turns before were emitted',
  },
  {
    name: 'reruns',
    seed: 16000041094,
    why: 'look-ups of a lost run failed just when the list showed it, and were repeated too late',
  },
  {
    name: 'thread',
    seed: 16800063617,
    why: 'two jobs made each of their edits within a second, the record of one delivery was lost, and the comment was delivered twice',
  },
  {
    name: 'single',
    seed: 30000061251,
    why: 'a follow-up above a single entry that was dated later, in a descending log, was taken for a late entry of the turn before',
  },
  {
    name: 'single',
    seed: 30000129668,
    why: 'entries of the same date above a single entry that was dated later, in a descending log, were taken for late ones of the turn before',
  },
  {
    name: 'thread',
    seed: 37000604717,
    why: 'an edit of another job, from an old reading, hid the announcement of a follow-up whose answer was lost, and its comments were delivered twice',
  },
  {
    name: 'thread',
    seed: 39000503483,
    why: 'a job whose look-up of a lost run took 46 seconds wrote over what another job had recorded meanwhile, and two comments were delivered twice',
  },
  {
    name: 'single',
    seed: 41000647906,
    why: 'a page with a gap had a round size by chance and passed for a cut one, and the next page brought one of two equal entries again',
  },
  {
    name: 'single',
    seed: 43000060368,
    why: 'a page lacked an entry from before the turn, so that entries dated earlier by a clock set back were taken for old ones and lost',
  },
];
