/** English word lists for finding contradictions. */
import { STOP_WORDS } from '../../search/words/small-words.ts';
import { languageFrom } from './language.ts';

export const ENGLISH = languageFrom({
  functionWords: [...STOP_WORDS, 'per'].join(' '),
  fillers: `a an the this that now currently already actually also still always usually generally today just really very
   please note remember that's anymore longer mainly mostly only`,
  negations: `not never no none without don't doesn't didn't isn't aren't wasn't weren't won't can't cannot shouldn't mustn't
   stopped stop avoid avoids disabled`,
  negating: /\bno longer\b/,
  elision: null,
  folded: {
    be: 'be is are was were been being am became become becomes',
    use: 'use uses used using',
    run: 'run runs ran running',
    live: 'live lives living',
    work: 'work works worked working',
    prefer: 'prefer prefers preferred preferring',
    deploy: 'deploy deploys deployed deploying deployment deployments',
    listen: 'listen listens listened listening',
    host: 'host hosts hosted hosting',
    store: 'store stores stored storing',
    start: 'start starts started starting',
    end: 'end ends ended ending',
    need: 'need needs needed require requires required',
    own: 'own owns owned',
    lead: 'lead leads led',
    manage: 'manage manages managed',
    write: 'write writes written wrote',
    build: 'build builds built building',
    keep: 'keep keeps kept',
    set: 'set sets',
    has: 'has have had having',
  },
  genericSubjects: `user we team project person they i you he she everyone company client customer app repo repository code codebase
   system service`,
  slotNouns: `manager editor port version language database framework runner deadline owner branch theme color colour timezone zone
   address email phone birthday format formatter linter style indentation indent license region model shell os browser
   city name location office hostname host url domain limit timeout size length width height price budget salary role
   title employer job lead maintainer compiler bundler provider registry platform default schedule day time date
   frequency interval threshold currency locale encoding protocol method strategy primary status stage plan tier`,
  ordinalNouns: `contract invoice order issue issues pr ticket bug step sprint week day chapter part phase episode milestone question task test case page
   line commit number item story epic lesson exercise section room level`,
  datedNouns: `deadline due release launch birthday start end expire expires expiry renewal kickoff freeze anniversary`,
  events:
    'call calls called phone phoned reply replied answered wrote written paid came come arrived visited texted emailed met showed',
  change:
    /\b(?:no longer|any ?more|instead of|instead|switched|migrated|replaced|moved (?:from|to)|changed (?:from|to)|went from|rather than|used to|since then|from now on)\b|\bnow\b/,
  leftBehind:
    /\b(?:switched|migrated|moved|changed|went) from ((?:\S+ ){0,2}?\S+) to\b|\b(?:instead of|rather than|no longer (?:use|uses|using|on|in|prefer|prefers|run|runs)|replaced|dropped|abandoned|stopped using|sold(?: (?:my|our|the))?(?: old)?) (\S+(?: \S+)?)/,
});
