// Checks that files for operators (manifests, alert rules, a dashboard) fit what the server really has.

import { validate } from 'dockerfile-utils';
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { listFiles, readText } from './tidy/source-files.ts';

const KINDS = { StatefulSet, Deployment, PodDisruptionBudget, Service };
type Kind = keyof typeof KINDS;

const manifests = listFiles('deploy/kubernetes');
const documentsOf = (path: string) => parseAllDocuments(readText(path)).map((one) => one.toJS());

describe('the Kubernetes manifests', () => {
  test.each(manifests)('%s fits the schema of Kubernetes', (path) => {
    const kinds = documentsOf(path).map((one: { kind: Kind }) => {
      new KINDS[one.kind](Object(one)).validate();
      return one.kind;
    });
    expect(kinds).toContain('Service');
  });

  test('would be refused with a wrong value', () => {
    const [, , deployment] = documentsOf('deploy/kubernetes/postgres.yml');
    expect(() =>
      new Deployment({ ...deployment, spec: { ...deployment.spec, replicas: 'two' } }).validate(),
    ).toThrow();
  });

  test('set only what the server knows, and run as the user of the image', () => {
    const known = readText('packages/cloud/src/config.ts');
    for (const path of manifests) {
      const names = [...readText(path).matchAll(/name: ((?:CAIRN|DATABASE)_[A-Z_]+)/g)].map(
        ([, name = '']) => name,
      );
      expect(names.length).toBeGreaterThan(3);
      for (const name of names) expect(known).toContain(`\n  ${name.replace(/_FILE$/, '')}: `);
      expect(readText(path)).toContain('runAsUser: 1000');
      expect(readText(path)).toContain('      enableServiceLinks: false');
    }
  });

  test.each(manifests)(
    '%s gives every token, and its first lines make each secret that it mounts',
    (path) => {
      const text = readText(path);
      const mounted = [...text.matchAll(/value: \/run\/secrets\/cairn\/(\w+)/g)].map(([, name]) => name);
      expect(mounted).toEqual(expect.arrayContaining(['setup_token', 'metrics_token', 'admin_token']));
      const made = [...text.matchAll(/^# .*$/gm)].flatMap(([line]) =>
        [...line.matchAll(/--from-literal=(\w+)=/g)].map(([, name]) => name),
      );
      expect(made.toSorted()).toEqual(mounted.toSorted());
    },
  );
});

describe('what is watched', () => {
  test('each alert says what is wrong and what to do', () => {
    const { groups } = parse(readText('deploy/prometheus/cairn.rules.yml'));
    const rules: { annotations: { summary: string; action: string } }[] = groups[0].rules;
    expect(rules.length).toBeGreaterThan(7);
    for (const { annotations } of rules)
      expect(annotations).toEqual({ summary: expect.any(String), action: expect.any(String) });
  });

  test('a quota that is used up is no failure of the server, and has an alert of its own', () => {
    const text = readText('deploy/prometheus/cairn.rules.yml');
    const failures = text.split('\n').filter((line) => line.includes('status=~"5..'));
    expect(failures.length).toBeGreaterThan(0);
    for (const line of failures) expect(line).toContain('status!="507"');
    expect(text).toContain('status="507"');
  });
});

describe('the image', () => {
  test('says what it is, under the licence of the sources', () => {
    const { license } = JSON.parse(readText('package.json'));
    const image = readText('Dockerfile');
    expect(image).toContain('org.opencontainers.image.title="cairn-server"');
    expect(image).toContain(`org.opencontainers.image.licenses="${license}"`);
  });

  test('is described without a fault that a linter knows', () => {
    const faultsIn = (text: string) => validate(text, {}).map(({ message }) => message);
    expect(faultsIn('FROM scratch\nRNU x')).toHaveLength(1);
    expect(faultsIn(readText('Dockerfile'))).toEqual([]);
  });

  test('is built for both kinds of processors by one file', () => {
    expect(readText('deploy/docker-bake.hcl')).toContain('platforms = ["linux/amd64", "linux/arm64"]');
  });
});
