/** The help of `cairn-server admin`. */
export const ADMIN_HELP = `cairn-server admin: look after a sync server

  vaults [--limit N]                    vaults, the most recently seen first
  devices VAULT                         devices of a vault, and how far each has synced
  quota VAULT [--registers N|default]   show or set how many registers a vault may hold
  registration [open|close|default]     show or set who may make vaults; default: as CAIRN_REGISTRATION says
  revoke VAULT DEVICE                   shut a device out, as \`cairn devices revoke\` does
  epoch new VAULT                       have every device pull from nothing and push what is missing here
  delete vault VAULT                    remove a vault and everything of it
  prune                                 remove what has expired: invitations, old commits
  rebuild [VAULT]                       make the table of readable memories again, of all vaults or one
  verify                                check that the database is as it must be; 5 when it is not
  backup FILE|-                         copy everything into a new file, or to standard output, while the server runs
  check FILE                            restore a backup into a database that is thrown away, and verify it; 5 when something is wrong
  restore FILE|- [--replace]            bring a backup back, also from standard input; into an empty database unless --replace

Options: --json (one document), --yes (ask nothing), --help

Takes the settings of the server (CAIRN_SERVER_DATA or DATABASE_URL). With the embedded database and a server that runs, the
server does it. Nothing here can read a memory of a sealed vault.

Examples:
  cairn-server admin vaults
  cairn-server admin backup /backups/cairn-$(date +%F).ndjson
  DATABASE_URL=postgres://… cairn-server admin restore /backups/cairn-2026-11-22.ndjson
  docker compose exec api /cairn/bin/cairn-server admin verify --json
  docker compose exec -T api /cairn/bin/cairn-server admin backup - | gzip > cairn.ndjson.gz

Exit codes: 0 ok, 1 error, 2 usage, 5 verify or check found something.
`;
