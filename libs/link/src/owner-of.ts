/** The member that a slot belongs to (rendezvous hashing: a member that comes or goes moves only its own slots); undefined without members. */
export function ownerOf<Member extends { readonly id: string }>(
  slot: string,
  members: Iterable<Member>,
): Member | undefined {
  let owner: Member | undefined;
  let best = -1;
  for (const member of members) {
    const weight = hash(`${slot}:${member.id}`);
    if (weight > best || (weight === best && owner !== undefined && member.id > owner.id)) {
      owner = member;
      best = weight;
    }
  }
  return owner;
}

/** FNV-1a with a final mix, because FNV alone leaves the high bits of short texts nearly equal. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
