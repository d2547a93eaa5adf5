/** The program's help. */
export const HELP = `cairn-server: the sync server of Cairn

  cairn-server                 serve (migrates the database first)
  cairn-server migrate         bring the database up to date, and end
  cairn-server admin COMMAND   manage it: vaults, devices, quotas, backup, restore, verify; see admin --help
  cairn-server --version

Environment; each also as NAME_FILE, the path of a file that holds the value:
  CAIRN_SERVER_PORT       8787; 0 for any free port
  CAIRN_SERVER_HOST       127.0.0.1
  CAIRN_SERVER_DATA       folder of the embedded database
  DATABASE_URL            a Postgres instead of the embedded one
  DATABASE_DIRECT_URL     the same without a pooler, for LISTEN; needed when DATABASE_URL has port 6543
  CAIRN_DATABASE_PREPARE  0 behind a pooler in transaction mode; 1 unless the port is 6543
  CAIRN_DATABASES         more databases, as NAME=postgres://… with spaces between; admin move vault moves vaults there
  SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY
                          a Supabase project whose sessions open accounts
  SUPABASE_JWT_ISSUER     SUPABASE_URL/auth/v1
  CAIRN_SETUP_TOKEN       opens the first vault; made and printed once when not set
  CAIRN_REGISTRATION      closed (after the first vault) or open
  CAIRN_TRUST_PROXY       1 when a proxy of yours sets X-Forwarded-For
  CAIRN_METRICS_TOKEN     opens GET /metrics to anyone who sends it as a bearer token; without it there is no /metrics
  CAIRN_ADMIN_TOKEN       opens the status page /admin to anyone who types it there; without it there is no /admin
  CAIRN_LOG_LEVEL         debug, info, warn, error or silent; info
  CAIRN_LOG_FORMAT        json or text; text on a terminal
  CAIRN_DRAIN_SECONDS     on SIGTERM, serve this long while /readyz says no; 0
  CAIRN_BACKUP_FOLDER     makes backups there by itself, checks each, keeps seven; without it there are none
  CAIRN_BACKUP_HOURS      how often, 1 to 168; 24

Exit codes: 0 ok, 1 error, 2 usage, 5 a check found a problem.
`;
