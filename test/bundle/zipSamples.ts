import { crc32, deflateRawSync } from 'node:zlib';

/** One zip entry; what is left out is as an honest tool would write it. */
export interface ZipEntry {
  name: string;
  data?: Uint8Array;
  /** 8 deflates, 0 stores. */
  method?: number;
  flags?: number;
  mode?: number;
  declaredSize?: number;
  crc?: number;
  zip64?: boolean;
}

/** A zip by hand, so that it can lie. */
export function zipOf(entries: readonly ZipEntry[]): Uint8Array {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { name, data = Buffer.alloc(0), method = 8, flags = 0, mode = 0, zip64 = false, ...lies } of entries) {
    const packed = method === 8 ? deflateRawSync(data) : Buffer.from(data);
    const size = lies.declaredSize ?? data.length;
    const crc = lies.crc ?? crc32(data);
    const extra = zip64 ? zip64Extra(size, packed.length) : Buffer.alloc(0);
    const sizes = zip64 ? [0xffffffff, 0xffffffff] : [packed.length, size];
    const path = Buffer.from(name);

    const shared = Buffer.alloc(26); // from "version needed" to "extra field length", in both headers
    shared.writeUInt16LE(zip64 ? 45 : 20, 0);
    shared.writeUInt16LE(flags, 2);
    shared.writeUInt16LE(method, 4);
    shared.writeUInt32LE(crc, 10);
    shared.writeUInt32LE(sizes[0] ?? 0, 14);
    shared.writeUInt32LE(sizes[1] ?? 0, 18);
    shared.writeUInt16LE(path.length, 22);
    shared.writeUInt16LE(extra.length, 24);

    const attributes = Buffer.alloc(14); // comment length, disk, internal and external attributes, offset
    attributes.writeUInt32LE(mode * 0x10000, 6);
    attributes.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, path, extra, packed]);
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), shared, attributes, path, extra]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end]);
}

function zip64Extra(size: number, packedSize: number): Buffer {
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(16, 2);
  extra.writeBigUInt64LE(BigInt(size), 4);
  extra.writeBigUInt64LE(BigInt(packedSize), 12);
  return extra;
}
