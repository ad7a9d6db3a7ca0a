import * as z from 'zod'

/** What is never shown again: the token that sends, the secret that signs webhooks, and the word that Meta asks for. */
const CloudSecrets = z.object({ token: z.string(), appSecret: z.string(), verifyToken: z.string() })
export type CloudSecrets = z.infer<typeof CloudSecrets>

/** Reads the secrets of a number as they are kept; what was never given is empty. */
export function readCloudSecrets(kept: string | null): CloudSecrets {
  return kept === null ? { token: '', appSecret: '', verifyToken: '' } : CloudSecrets.parse(JSON.parse(kept))
}
