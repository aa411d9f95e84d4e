/** The beginning of a PNG of so many pixels, which is all that is read of it (PNG specification, 11.2.1). */
export function png(width: number, height: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(33);
  bytes.write("\u0089PNG\r\n\u001A\n\0\0\0\rIHDR", "latin1");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** The beginning of a GIF (GIF89a specification, 18). */
export function gif(width: number, height: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(13);
  bytes.write("GIF89a", "latin1");
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes;
}

/** The beginning of a JPEG with an EXIF orientation (Exif 2.3, 4.6.4; ITU T.81, B.2.2). */
export function jpeg(width: number, height: number, orientation: number): Buffer<ArrayBuffer> {
  const tiff = Buffer.alloc(26);
  tiff.write("MM\0\u002A\0\0\0\u0008\0\u0001\u0001\u0012\0\u0003\0\0\0\u0001", "latin1");
  tiff.writeUInt16BE(orientation, 18);
  const exif = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const app1 = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, exif.length + 2]);
  const frame = Buffer.from([
    0xff, 0xc0, 0, 17, 8, 0, 0, 0, 0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1,
  ]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([app1, exif, frame]);
}
