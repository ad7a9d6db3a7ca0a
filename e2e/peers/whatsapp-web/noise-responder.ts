import { createHash } from 'node:crypto'
import type { Baileys, KeyPair, Node } from '../../../plugins/whatsapp-web/load-baileys.ts'

const prologue = Buffer.from([87, 65, 6, 3])
const noAssociated = Buffer.alloc(0)

/** The other end of the handshake (Noise XX) and of the frames after it; `root` vouches for us. */
export function openResponder(baileys: Baileys, root: KeyPair, onHello: (payload: Record<string, unknown>) => void) {
  const { Curve, proto, aesEncryptGCM, aesDecryptGCM, hkdf } = baileys
  const [ephemeral, fixed, between] = [Curve.generateKeyPair(), Curve.generateKeyPair(), Curve.generateKeyPair()]
  let hash: Buffer = Buffer.from('Noise_XX_25519_AESGCM_SHA256\0\0\0\0')
  let [salt, key]: [Uint8Array, Uint8Array] = [hash, hash]
  let counter = 0
  let transport: { seal: Uint8Array; open: Uint8Array; sealed: number; opened: number } | null = null
  let buffered: Buffer = Buffer.alloc(0)
  let isBegun = false

  const vector = (n: number) => {
    const iv = Buffer.alloc(12)
    iv.writeUInt32BE(n, 8)
    return iv
  }
  const mixHash = (bytes: Uint8Array) => (hash = createHash('sha256').update(hash).update(bytes).digest())
  const split = (secret: Uint8Array) => {
    const out = hkdf(Buffer.from(secret), 64, { salt, info: '' })
    return [out.subarray(0, 32), out.subarray(32)] as const
  }
  const mixKey = (own: Uint8Array, other: Uint8Array) => {
    ;[salt, key] = split(Curve.sharedKey(own, other))
    counter = 0
  }
  const seal = (bytes: Uint8Array) => {
    const sealed = aesEncryptGCM(bytes, key, vector(counter++), hash)
    mixHash(sealed)
    return sealed
  }
  const open = (bytes: Uint8Array) => {
    const plain = aesDecryptGCM(bytes, key, vector(counter++), hash)
    mixHash(bytes)
    return plain
  }
  const framed = (bytes: Uint8Array) =>
    Buffer.concat([Buffer.from([bytes.length >> 16, (bytes.length >> 8) & 255, bytes.length & 255]), bytes])

  function certificates(): Uint8Array {
    const { Details } = proto.CertChain.NoiseCertificate
    const ofBetween = Details.encode({ serial: 1, issuerSerial: 0, key: between.public }).finish()
    const ofUs = Details.encode({ serial: 2, issuerSerial: 1, key: fixed.public }).finish()
    return proto.CertChain.encode({
      intermediate: { details: ofBetween, signature: Curve.sign(root.private, ofBetween) },
      leaf: { details: ofUs, signature: Curve.sign(between.private, ofUs) },
    }).finish()
  }

  function greet(hello: Uint8Array): Buffer {
    mixHash(prologue)
    mixHash(hello)
    mixHash(ephemeral.public)
    mixKey(ephemeral.private, hello)
    const sealedKey = seal(fixed.public)
    mixKey(fixed.private, hello)
    const payload = seal(certificates())
    return framed(proto.HandshakeMessage.encode({ serverHello: { ephemeral: ephemeral.public, static: sealedKey, payload } }).finish())
  }

  function finish(finished: { static: Uint8Array; payload: Uint8Array }): void {
    mixKey(ephemeral.private, open(finished.static))
    const payload = proto.ClientPayload.decode(open(finished.payload))
    const [fromThem, toThem] = split(new Uint8Array(0))
    transport = { seal: toThem, open: fromThem, sealed: 0, opened: 0 }
    onHello(payload)
  }

  return {
    seal(node: Node): Buffer {
      if (!transport) throw new Error('nobody has introduced themselves yet')
      return framed(aesEncryptGCM(baileys.encodeBinaryNode(node), transport.seal, vector(transport.sealed++), noAssociated))
    },
    /** Takes bytes; answers what is to be sent back at once, and the nodes that are whole. */
    take(bytes: Buffer): { reply: Buffer | null; frames: Uint8Array[] } {
      buffered = Buffer.concat([buffered, bytes])
      if (!isBegun && buffered.length >= prologue.length) {
        buffered = buffered.subarray(prologue.length)
        isBegun = true
      }
      const frames: Uint8Array[] = []
      let reply: Buffer | null = null
      while (buffered.length >= 3 && buffered.length >= 3 + buffered.readUIntBE(0, 3)) {
        const frame = buffered.subarray(3, 3 + buffered.readUIntBE(0, 3))
        buffered = buffered.subarray(3 + frame.length)
        if (transport) {
          frames.push(aesDecryptGCM(frame, transport.open, vector(transport.opened++), noAssociated))
          continue
        }
        const { clientHello, clientFinish } = proto.HandshakeMessage.decode(frame) as {
          clientHello?: { ephemeral: Uint8Array }
          clientFinish?: { static: Uint8Array; payload: Uint8Array }
        }
        if (clientHello) reply = greet(clientHello.ephemeral)
        else if (clientFinish) finish(clientFinish)
      }
      return { reply, frames }
    },
  }
}
