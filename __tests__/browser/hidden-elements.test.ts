/** Which elements hide their text: what the agent gets against what a browser displays. */
import { expect, it } from '@jest/globals';
import { describeInBrowser } from '../../report-page/__tests__/browser/chromium.ts';
import { eventText } from '../../src/safe/event-text.ts';

const NAMES =
  `a abbr acronym address applet article aside audio b bdi bdo big blink blockquote button canvas center cite code
  data datalist dd del details dfn dialog dir div dl dt em fieldset figcaption figure font footer form h1 h2 h6 header
  hgroup i iframe ins kbd label legend li listing main map mark marquee math menu menuitem meter nav nobr noembed
  noframes noscript object ol optgroup option output p picture pre progress q rb rp rt rtc ruby s samp script search
  section select slot small span strike strong style sub summary sup svg template textarea time title tt u ul var
  video x-own xmp`.split(/\s+/);
const ATTRIBUTES = [
  'hidden',
  'popover',
  'style="display: none"',
  'style="visibility:hidden"',
  'title=x',
  'aria-hidden=true',
];
/** Of these a browser displays a part or, within a text field, what it does not call text. */
const LEFT_OUT_ALL_THE_SAME = ['select', 'math'];
const NO_TEXT_BUT_SHOWN = ['textarea'];

describeInBrowser('text in an element', ({ open }) => {
  it('passes if a browser displays it', async () => {
    const { page } = await open('<!doctype html><body></body>');
    const cases = [
      ...NAMES.map((name) => ({ name, html: `<${name}>word</${name}>` })),
      ...ATTRIBUTES.map((given) => ({ name: given, html: `<b ${given}>word</b>` })),
    ];
    for (const { name, html } of cases) {
      const shown = JSON.stringify(html.replace('<details>', '<details open>'));
      const text = await page.evaluate(
        `document.body.innerHTML = ${shown};
        new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
          .then(() => document.body.innerText)`,
      );
      const isDisplayed = String(text).includes('word') || NO_TEXT_BUT_SHOWN.includes(name);
      const expected = isDisplayed && !LEFT_OUT_ALL_THE_SAME.includes(name);
      expect([name, eventText(`a ${html}`).includes('word')]).toEqual([name, expected]);
    }
  });
});
