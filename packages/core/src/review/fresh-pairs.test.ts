// Two hundred pairs of sentences, written and labelled before the comparison ran on them. Most of what it calls a contradiction is
// one.
import { expect, test } from 'vitest';
import { contradictionOf } from './compare.ts';
import { statementOf } from './statement.ts';

const PRECISION_MIN = 0.9;

/** The older sentence, then the newer. */
const CONTRADICT = `
The staging cluster runs Kubernetes 1.28|The staging cluster runs Kubernetes 1.31
Checkout listens on port 3000|Checkout listens on port 4000
The search index lives in Frankfurt|The search index lives in Dublin
Anna leads the design team|Ben leads the design team
The team uses Jira for tickets|The team no longer uses Jira for tickets
Deploys go out on Fridays|Deploys do not go out on Fridays
The office is in Berlin|The office is in Hamburg
Invoices are sent on the first of the month|Invoices are sent on the tenth of the month
The API is rate limited to 100 requests a minute|The API is rate limited to 600 requests a minute
Production logs are kept for 30 days|Production logs are kept for 90 days
The default branch is master|The default branch is main
The payment provider is Stripe|The payment provider is Adyen
We build with webpack|We switched from webpack to vite
The tests run on Jest|We moved from Jest to Vitest
Clara prefers tabs|Clara prefers spaces
Clara likes dark mode|Clara does not like dark mode
The session timeout is 15 minutes|The session timeout is 60 minutes
The mobile app supports iOS 15|The mobile app no longer supports iOS 15
The database is MySQL|The database is Postgres
The project manager is Tom|The project manager is Uma
Feature flags are stored in LaunchDarkly|Feature flags are stored in Unleash
The CI uses Jenkins|The CI uses GitHub Actions
The monorepo is managed by Lerna|The monorepo is managed by Turborepo
The company has 40 employees|The company has 55 employees
The API gateway is Kong|The API gateway is Traefik
My birthday is on 4 March|My birthday is on 5 March
The dog is called Pixel|The dog is called Byte
The retry limit is 3|The retry limit is 5
The cache is enabled in production|The cache is not enabled in production
The wifi password is on the fridge|The wifi password is not on the fridge
The standup is at 9:30|The standup is at 10:00
The billing service is written in Ruby|The billing service is written in Go
The max upload size is 10 MB|The max upload size is 25 MB
The server has 16 GB of memory|The server has 64 GB of memory
Staging is read-only|Staging is not read-only
The frontend is written in Angular|The frontend is written in Svelte
Emma works on the data team|Emma works on the platform team
Emma lives in Paris|Emma lives in Lyon
Emma drinks coffee|Emma no longer drinks coffee
The release manager is Paul|The release manager is Quinn
The package manager is npm|The package manager is pnpm
Docker is required for local development|Docker is not required for local development
The linter is ESLint|The linter is Biome
The license is MIT|The license is Apache-2.0
The nightly backup runs at 2:00|The nightly backup runs at 4:00
Errors are reported to Sentry|Errors are not reported to Sentry
The shop ships to Switzerland|The shop does not ship to Switzerland
The editor of Max is Vim|The editor of Max is Helix
The team has a retro every week|The team does not have a retro every week
The queue is RabbitMQ|The queue is Kafka
The password policy needs 8 characters|The password policy needs 14 characters
The CDN is Cloudflare|The CDN is Fastly
The hotfix branch is called hotfix|The hotfix branch is called urgent
Nina is on vacation|Nina is not on vacation
The importer uses Python 3.9|The importer uses Python 3.12
The sprint is two weeks|The sprint is three weeks
The VPN is mandatory|The VPN is not mandatory
The budget is 5000 EUR|The budget is 8000 EUR
The main color is blue|The main color is green
The webhook secret is rotated every 30 days|The webhook secret is rotated every 90 days
The intern starts on Monday|The intern starts on Wednesday
The demo is in room 4|The demo is in room 7
Otto owns the search service|Olga owns the search service
The CLI supports Windows|The CLI does not support Windows
The mailer uses SES|The mailer uses Postmark
Requests are authenticated by API key|Requests are authenticated by OAuth
The page size is 50|The page size is 100
The customer pays in USD|The customer pays in EUR
Rita is vegetarian|Rita is not vegetarian
Unit tests are required for merges|Unit tests are not required for merges
The helpdesk is open on Saturday|The helpdesk is not open on Saturday
The printer is on floor 2|The printer is on floor 5
`;
const FIT = `
The API needs Redis 8|The web app needs pnpm 10
Checkout listens on port 3000|Billing listens on port 4000
The search index lives in Frankfurt|The backup lives in Dublin
Anna leads the design team|Ben leads the data team
The team uses Jira for tickets|The team uses Confluence for documents
Deploys go out on Fridays|Releases are announced on Mondays
The office is in Berlin|The warehouse is in Hamburg
Invoices are sent on the first of the month|Reminders are sent on the tenth of the month
Staging runs Postgres 14|Production runs Postgres 16
Production logs are kept for 30 days|Audit logs are kept for 365 days
The default branch is main|The release branch is stable
The payment provider is Stripe|The mail provider is Postmark
We build with vite|We test with vitest
Clara prefers tabs|Max prefers spaces
Clara likes dark mode|Max does not like dark mode
The session timeout is 15 minutes|The request timeout is 30 seconds
The mobile app supports iOS 15|The mobile app supports Android 12
The database is Postgres|The cache is Redis
The project manager is Tom|The product owner is Uma
Use pnpm in the shop|Use yarn in the blog
The CI uses GitHub Actions|The nightly job uses Jenkins
The company has 40 employees|The Berlin office has 12 employees
My birthday is on 4 March|Her birthday is on 5 March
The dog is called Pixel|The cat is called Byte
The retry limit is 3|The upload limit is 5
The cache is enabled in production|The cache is not enabled in development
The standup is at 9:30|The retro is at 10:00
The billing service is written in Go|The search service is written in Rust
The max upload size is 10 MB|The max image size is 25 MB
The server has 16 GB of memory|The laptop has 32 GB of memory
Staging is read-only on weekdays|Staging is not read-only on weekends
The frontend is written in Svelte|The backend is written in Go
Emma works on the data team|Emma works from Lyon
Emma lives in Paris|Emma was born in Lyon
Emma drinks coffee|Emma does not drink alcohol
The release manager is Paul|The incident manager is Quinn
The package manager is pnpm|The version manager is volta
Docker is required for local development|Docker is not required for the documentation
The linter is Biome|The formatter is Biome
The nightly backup runs at 2:00|The weekly report runs at 4:00
Errors are reported to Sentry|Metrics are reported to Grafana
The shop ships to Switzerland|The shop does not ship to Norway
The editor of Max is Vim|The terminal of Max is kitty
The queue is Kafka|The broker of staging is RabbitMQ
Passwords need 14 characters|Usernames need 3 characters
The CDN is Fastly|The DNS is Cloudflare
Nina is on vacation|Nina is responsible for payroll
The importer uses Python 3.12|The exporter uses Python 3.9
The VPN is mandatory|The VPN is slow
The main color is blue|The accent color is green
The demo is in room 4|The workshop is in room 7
Otto owns the search service|Otto owns the billing service
The CLI supports Windows|The CLI supports macOS
The page size is 50|The batch size is 100
Rita is vegetarian|Rita is allergic to nuts
Unit tests are required for merges|Code review is required for merges
Use tabs in Go files|Use two spaces in YAML files
The login page has a captcha|The login page has a password reset link
The team meets on Monday|The team meets on Thursday for planning
Tests are slow on Windows|Tests are fast on Linux
We deploy to AWS|We deploy to Vercel for previews
The token expires after 15 minutes|The refresh token expires after 30 days
The database user is app|The database name is shop
Never commit secrets|Never commit generated files
Run migrations before the deploy|Run smoke tests after the deploy
The API returns JSON|The API returns errors as problem details
The first release was 1.0|The latest release is 2.3
The shop has a wishlist|The shop has a gift card feature
The designer prefers Figma|The designer dislikes Sketch
Karl speaks German|Karl speaks French
Karl has a sister|Karl has a brother
The build takes 4 minutes|The deploy takes 9 minutes
The build took 4 minutes on Monday|The build took 6 minutes on Tuesday
Ticket 311 is done|Ticket 312 is open
Version 2 removed the old API|Version 3 removed XML support
In 2024 the team had 4 people|In 2025 the team had 7 people
The meeting on 3 May was cancelled|The meeting on 10 May took place
The server eu-1 is in Frankfurt|The server us-1 is in Virginia
Set LOG_LEVEL to debug in development|Set LOG_LEVEL to warn in production
The primary key is a UUID|The foreign key is indexed
The admin page is at /admin|The status page is at /status
Buttons are blue|Links are green
The header is 64 pixels high|The footer is 48 pixels high
GET /users is cached for 60 seconds|GET /orders is cached for 10 seconds
Lisa reviews backend changes|Lars reviews frontend changes
The test database is reset every night|The demo database is reset every hour
The docs are written in Markdown|The slides are written in LaTeX
The shop runs on Node 22|The worker runs on Node 24
Do not use any in TypeScript|Do not use default exports in TypeScript
Prefer composition over inheritance|Prefer explicit names over short ones
The invoice address is in Munich|The delivery address is in Augsburg
The cron job for mails runs every 5 minutes|The cron job for reports runs every day
Paul likes tea|Paul likes tea with milk
The app is offline first|The app is not open source
The key is in 1Password|The key is valid until 2027
The CEO is Maria|The CTO is Martin
The train leaves at 8:12|The bus leaves at 8:20
The budget for ads is 5000 EUR|The budget for tools is 800 EUR
The gym is open on Sunday|The library is not open on Sunday
Berlin has 3.7 million inhabitants|Hamburg has 1.9 million inhabitants
Feature X is behind a flag|Feature Y is not behind a flag
The endpoint is idempotent|The endpoint is not public
User ids are integers|Order ids are strings
The free plan has 3 projects|The pro plan has 50 projects
Our SLA is 99.9 percent|Our error budget is 43 minutes
The left panel is collapsible|The right panel is not collapsible
Ports 8000 to 8010 are reserved|Port 9000 is free
Mia is the on-call engineer this week|Noah is the on-call engineer next week
The alpha test has 20 users|The beta test has 200 users
The logo is an SVG|The favicon is a PNG
The lambda has a timeout of 30 seconds|The lambda has 512 MB of memory
The parser accepts comments|The parser does not accept trailing commas
Old clients send v1 tokens|New clients send v2 tokens
The summer party is in July|The winter party is in December
Tests use a fake clock|Tests use a real database
The Redis instance has 2 GB|The Redis instance has persistence enabled
We speak English in meetings|We speak German at lunch
Sara owns a bike|Sara does not own a car
The kitchen is on floor 2|The lab is on floor 3
The domain is renewed every year|The certificate is renewed every 90 days
The API key of staging is short|The API key of production is long
The queue retries 5 times|The mailer retries 2 times
Kai writes Rust|Kai writes Rust and Go
The shop supports PayPal|The shop supports PayPal and Klarna
The parking garage closes at 22:00|The bike room closes at 20:00
Eva is allergic to peanuts|Eva is not allergic to pollen
The staging bucket is public|The production bucket is not public
Ada works in Vienna|Bob works in Graz
`;

const found = (pairs: string): readonly string[] =>
  pairs
    .trim()
    .split('\n')
    .filter((pair) => {
      const [older = '', newer = ''] = pair.split('|');
      return (
        contradictionOf({ content: older, key: null }, statementOf({ content: newer, key: null })) !== null
      );
    });

test('[M-4] nine in ten of the contradictions that are found are contradictions', () => {
  const [right, wrong] = [found(CONTRADICT), found(FIT)];
  expect(right.length).toBeGreaterThan(40);
  expect(right.length / (right.length + wrong.length), wrong.join('\n')).toBeGreaterThanOrEqual(
    PRECISION_MIN,
  );
});
