// Tests of the official conformance suites that are expected to fail, and why. Every other test must pass. A test that passes must not be
// listed here.

export interface NotApplicable {
  readonly why: string;
  readonly checks: readonly string[];
}

const OWN_THINGS: NotApplicable = {
  why: 'it calls a tool, prompt or resource of its own (test_…, test://…) that only a server written for the suite has',
  checks: [
    'json-schema-2020-12-tool-found',
    'prompts-get-embedded-resource',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-with-image',
    'resources-read-binary',
    'resources-read-text',
    'resources-templates-read',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-error',
    'tools-call-image',
    'tools-call-mixed-content',
    'tools-call-simple-text',
    'tools-call-with-progress',
  ],
};

const NO_COMPLETION: NotApplicable = {
  why: 'completion is not offered: no argument has a list of values',
  checks: ['completion-complete'],
};

const OF_2025: readonly NotApplicable[] = [
  OWN_THINGS,
  NO_COMPLETION,
  {
    why: 'logging, subscriptions, sampling and elicitation are not offered',
    checks: [
      'elicitation-sep1034-general',
      'elicitation-sep1330-general',
      'logging-set-level',
      'resources-subscribe',
      'resources-unsubscribe',
      'tools-call-elicitation',
      'tools-call-sampling',
      'tools-call-with-logging',
    ],
  },
];

const OF_2026: readonly NotApplicable[] = [
  OWN_THINGS,
  NO_COMPLETION,
  {
    why: 'no tool here asks the client for anything, so there is nothing to go on with',
    checks: [
      'sep-2322-elicitation-incomplete',
      'sep-2322-list-roots-incomplete',
      'sep-2322-multi-round-r1',
      'sep-2322-multiple-inputs-incomplete',
      'sep-2322-non-tool-incomplete',
      'sep-2322-reject-tampered-state',
      'sep-2322-request-state-incomplete',
      'sep-2322-respect-client-capabilities',
      'sep-2322-result-type-included',
      'sep-2322-sampling-incomplete',
    ],
  },
  {
    why: 'no argument here is sent as a header too',
    checks: [
      'sep-2243-server-decode-base64',
      'sep-2243-server-no-xmcp-tool',
      'sep-2243-server-reject-invalid-param-chars',
      'sep-2243-server-reject-param-mismatch',
      'sep-2243-server-validate-param-match',
    ],
  },
  {
    why: 'the suite says "not testable" without its diagnostic tools',
    checks: [
      'sep-2575-http-server-no-independent-requests-on-stream',
      'sep-2575-missing-capability-http-400',
      'sep-2575-server-no-log-without-loglevel',
      'sep-2575-server-rejects-undeclared-capability',
    ],
  },
];

export const SUITES = [
  { name: '0.1.16', folder: '@modelcontextprotocol/conformance', spec: null, notApplicable: OF_2025 },
  { name: '0.2 alpha', folder: 'conformance-next', spec: '2025-11-25', notApplicable: OF_2025 },
  { name: '0.2 alpha', folder: 'conformance-next', spec: '2026-07-28', notApplicable: OF_2026 },
] as const;
