// Loaded into every process of the demo by NODE_OPTIONS: the date is that of the story, and goes on from there.

const shiftMs = Number(process.env.CAIRN_PICTURES_SHIFT_MS ?? 0);
const RealDate = Date;

globalThis.Date = /** @type {DateConstructor} */ (
  new Proxy(RealDate, {
    construct: (target, args, self) =>
      Reflect.construct(target, args.length === 0 ? [RealDate.now() + shiftMs] : args, self),
    apply: () => new RealDate(RealDate.now() + shiftMs).toString(),
    get: (target, name, self) =>
      name === 'now' ? () => RealDate.now() + shiftMs : Reflect.get(target, name, self),
  })
);
