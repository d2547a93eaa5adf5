// Which of gitleaks' rules the guard uses, and why it leaves out the others.

/**
 * Rules that are left out because another rule already finds their secrets, by the kind that it reports. That is a wider rule of ours,
 * or another rule of gitleaks.
 */
export const FOUND_AS: Readonly<Record<string, string>> = {
  'age-secret-key': 'age secret key',
  'atlassian-api-token-2': 'Atlassian token',
  'aws-access-token': 'AWS access key',
  'azure-ad-client-secret': 'Azure secret',
  'bittrex-secret-key': 'Bittrex access key',
  'databricks-api-token': 'Databricks token',
  'digitalocean-access-token': 'DigitalOcean token',
  'digitalocean-pat': 'DigitalOcean token',
  'digitalocean-refresh-token': 'DigitalOcean token',
  'doppler-api-token': 'Doppler token',
  'flutterwave-secret-key': 'Flutterwave encryption key',
  'gcp-api-key': 'Google key',
  'github-app-token': 'GitHub token',
  'github-fine-grained-pat': 'GitHub token',
  'github-oauth': 'GitHub token',
  'github-pat': 'GitHub token',
  'github-refresh-token': 'GitHub token',
  'gitlab-cicd-job-token': 'GitLab token',
  'gitlab-deploy-token': 'GitLab token',
  'gitlab-feature-flag-client-token': 'GitLab token',
  'gitlab-feed-token': 'GitLab token',
  'gitlab-incoming-mail-token': 'GitLab token',
  'gitlab-kubernetes-agent-token': 'GitLab token',
  'gitlab-oauth-app-secret': 'GitLab token',
  'gitlab-pat': 'GitLab token',
  'gitlab-pat-routable': 'GitLab token',
  'gitlab-ptt': 'GitLab token',
  'gitlab-runner-authentication-token': 'GitLab token',
  'gitlab-runner-authentication-token-routable': 'GitLab token',
  'gitlab-scim-token': 'GitLab token',
  'grafana-cloud-api-token': 'Grafana token',
  'grafana-service-account-token': 'Grafana token',
  'huggingface-access-token': 'Hugging Face token',
  'linear-api-key': 'Linear key',
  'mailgun-private-api-token': 'Mailgun key',
  'mailgun-signing-key': 'Mailgun key',
  'new-relic-browser-api-token': 'New Relic key',
  'new-relic-insert-key': 'New Relic key',
  'new-relic-user-api-key': 'New Relic key',
  'notion-api-token': 'Notion token',
  'npm-access-token': 'npm token',
  'openai-api-key': 'OpenAI key',
  'perplexity-api-key': 'Perplexity key',
  'postman-api-token': 'Postman key',
  'pulumi-api-token': 'Pulumi token',
  'pypi-upload-token': 'PyPI token',
  'sendgrid-api-token': 'SendGrid key',
  'sentry-org-token': 'Sentry token',
  'sentry-user-token': 'Sentry token',
  'shopify-access-token': 'Shopify token',
  'shopify-custom-access-token': 'Shopify token',
  'shopify-private-app-access-token': 'Shopify token',
  'shopify-shared-secret': 'Shopify token',
  'sidekiq-sensitive-url': 'password in a URL',
  'slack-app-token': 'Slack token',
  'slack-bot-token': 'Slack token',
  'slack-config-access-token': 'Slack token',
  'slack-config-refresh-token': 'Slack token',
  'slack-legacy-bot-token': 'Slack token',
  'slack-legacy-token': 'Slack token',
  'slack-legacy-workspace-token': 'Slack token',
  'slack-user-token': 'Slack token',
  'slack-webhook-url': 'Slack webhook',
  'stripe-access-token': 'Stripe key',
  'twilio-api-key': 'Twilio key',
  'vault-batch-token': 'Vault token',
  'vault-service-token': 'Vault token',
};

const PUBLIC = 'it names an account or a public key, which is no secret';
const GENERAL = 'it has no shape of its own; ours ask whether a named value looks random';

const OTHERS: Readonly<Record<string, string>> = {
  'generic-api-key': GENERAL,
  'curl-auth-header': 'it can take more than linear time; found as "bearer token" and "basic credentials"',
  'curl-auth-user': 'it can take more than linear time; found as "password"',
  jwt: 'found as "JSON Web Token", where both parts are JSON',
  'private-key': 'found as "private key", where the lines are those of PEM',
  'flutterwave-public-key': PUBLIC,
  'lob-pub-api-key': PUBLIC,
  'mailgun-pub-key': PUBLIC,
  'new-relic-user-api-id': PUBLIC,
  'sendbird-access-id': PUBLIC,
  'sumologic-access-id': PUBLIC,
};

/** Rules whose characters also occur in words, code and encoded data. Their matches must also look random, and end where the rule ends. */
export const WEAK: Readonly<Record<string, string>> = {
  'clickhouse-cloud-api-secret-key': 'four hexadecimal digits begin it',
  'facebook-access-token': 'digits begin it',
  'sourcegraph-access-token': 'a commit is one of its forms',
  'square-access-token': '`EAAA` is frequent in base64',
};

export const reasonToLeaveOut = (id: string): string | null => {
  if (id.endsWith('-client-id')) return PUBLIC;
  const kind = FOUND_AS[id];
  return kind === undefined ? (OTHERS[id] ?? null) : `found as "${kind}"`;
};
