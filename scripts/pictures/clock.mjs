// Loaded into every process of the demo by NODE_OPTIONS. It sets the date of the story, and time passes from there.

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
