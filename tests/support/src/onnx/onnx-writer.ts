// The part of ONNX's protobuf that a small model needs (github.com/onnx/onnx, onnx/onnx.proto). The numbers are its field numbers.

type Bytes = Uint8Array<ArrayBufferLike>;

const varint = (value: number): Bytes => {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low + 128 : low);
  } while (rest > 0);
  return Uint8Array.from(bytes);
};
const join = (...parts: readonly Bytes[]): Bytes => Buffer.concat(parts);
const number = (field: number, value: number): Bytes => join(varint(field * 8), varint(value));
const inside = (field: number, value: Bytes | string): Bytes => {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
  return join(varint(field * 8 + 2), varint(bytes.length), bytes);
};

/** Values of TensorProto.DataType. */
export const ONNX_TYPES = { float: 1, int8: 3, int64: 7 } as const;
type OnnxType = (typeof ONNX_TYPES)[keyof typeof ONNX_TYPES];

export const node = (op: string, inputs: readonly string[], output: string): Bytes =>
  join(...inputs.map((name) => inside(1, name)), inside(2, output), inside(4, op));

/** Returns a tensor. `raw` is little-endian. */
export const tensor = (name: string, type: OnnxType, dims: readonly number[], raw: Bytes): Bytes =>
  join(...dims.map((dim) => number(1, dim)), number(2, type), inside(8, name), inside(9, raw));

/** Returns an input or output. A dimension given as a word is dynamic. */
export const value = (name: string, type: OnnxType, dims: readonly (number | string)[]): Bytes => {
  const shape = join(
    ...dims.map((dim) => inside(1, typeof dim === 'string' ? inside(2, dim) : number(1, dim))),
  );
  return join(inside(1, name), inside(2, inside(1, join(number(1, type), inside(2, shape)))));
};

export interface OnnxGraph {
  readonly nodes: readonly Bytes[];
  readonly tensors: readonly Bytes[];
  readonly inputs: readonly Bytes[];
  readonly outputs: readonly Bytes[];
}

const IR_VERSION = 8;
const OPSET = 17;

export const onnxModel = ({ nodes, tensors, inputs, outputs }: OnnxGraph): Bytes =>
  join(
    number(1, IR_VERSION),
    inside(8, join(inside(1, ''), number(2, OPSET))),
    inside(
      7,
      join(
        ...nodes.map((one) => inside(1, one)),
        inside(2, 'graph'),
        ...tensors.map((one) => inside(5, one)),
        ...inputs.map((one) => inside(11, one)),
        ...outputs.map((one) => inside(12, one)),
      ),
    ),
  );
