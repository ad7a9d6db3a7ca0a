import { machineKeyMark } from '@regie/contract/machine-keys.ts'
import { hashToken, newToken } from '../../../platform/security/secret-token.ts'

const prefixBytes = 6
const secretBytes = 32
const pattern = new RegExp(String.raw`^${machineKeyMark}([\w-]{8})[\w-]{43}$`)

/** A new key, the part of it that is no secret, and what is kept of it: with 256 bits of chance nobody guesses it from its hash. */
export function makeMachineKey(): { key: string; prefix: string; hash: Buffer } {
  const prefix = newToken(prefixBytes)
  const key = `${machineKeyMark}${prefix}${newToken(secretBytes)}`
  return { key, prefix, hash: hashToken(key) }
}

/** By what part of it a key is looked up; null when it is no key of a machine. */
export function prefixOfKey(key: string): string | null {
  return pattern.exec(key)?.[1] ?? null
}
