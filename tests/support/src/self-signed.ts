/** Makes a self-signed certificate for 127.0.0.1: the smallest X.509 in DER that a TLS client accepts. */
import { generateKeyPairSync, sign } from 'node:crypto';

export interface SelfSigned {
  /** Certificate in PEM. */
  readonly cert: string;
  /** Private key in PEM. */
  readonly key: string;
}

const LONG_FORM = 0x80;
const BYTE = 256;

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < LONG_FORM ? [size] : [LONG_FORM | 2, Math.floor(size / BYTE), size % BYTE];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const octets = (content: Uint8Array): Buffer => der(0x04, content);
const bits = (content: Uint8Array): Buffer => der(0x03, Buffer.from([0]), content);
const id = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const integer = (value: number): Buffer => der(0x02, Buffer.from([value]));
const time = (text: string): Buffer => der(0x18, Buffer.from(text));

const ECDSA_SHA256 = sequence(id('2a8648ce3d040302'));
const COMMON_NAME = id('550403');
const BASIC_CONSTRAINTS = id('551d13');
const ALTERNATIVE_NAME = id('551d11');

const NAME = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from('a test of Cairn')))));
const VALID = sequence(time('20200101000000Z'), time('21200101000000Z'));
const TRUE = Buffer.from([0x01, 0x01, 0xff]);
const LOOPBACK = der(0x87, Buffer.from([127, 0, 0, 1]));
const EXTENSIONS = sequence(
  sequence(BASIC_CONSTRAINTS, TRUE, octets(sequence(TRUE))),
  sequence(ALTERNATIVE_NAME, octets(sequence(LOOPBACK))),
);

export const selfSigned = (): SelfSigned => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ECDSA_SHA256,
    NAME,
    VALID,
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, EXTENSIONS),
  );
  const cert = sequence(body, ECDSA_SHA256, bits(sign('sha256', body, privateKey)));
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${cert.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
};
