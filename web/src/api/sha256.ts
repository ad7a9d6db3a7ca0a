/** SHA-256 of these bytes, in hex. Only where the page came over https or from this machine: elsewhere browsers lend nobody their hashes. */
export async function sha256(content: BufferSource): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', content)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
