/** Minutes east of Greenwich of the abbreviations that mean one thing to most people. */
const zones: Readonly<Record<string, number>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  wet: 0,
  west: 60,
  bst: 60,
  cet: 60,
  cest: 120,
  eet: 120,
  eest: 180,
  msk: 180,
  ist: 330,
  hkt: 480,
  jst: 540,
  kst: 540,
  aest: 600,
  aedt: 660,
  nzst: 720,
  nzdt: 780,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
  akst: -540,
  akdt: -480,
  hst: -600,
};
const numeric = /^([+-])(\d{2}):?(\d{2})?$/;

/** Minutes east of Greenwich of `Z`, `+05:30` or an abbreviation; null when there is no such zone. */
export function zoneOffset(written: string): number | null {
  const [, sign, hours, minutes = 0] = numeric.exec(written) ?? [];
  if (sign === undefined) return zones[written.toLowerCase()] ?? null;
  const total = Number(hours) * 60 + Number(minutes);
  return total > 14 * 60 ? null : total * (sign === "-" ? -1 : 1);
}
