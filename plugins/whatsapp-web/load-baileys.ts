// What this program and its tests use of the library. It is loaded by name while running: an installation without it still checks and starts.

export type Node = { tag: string; attrs: Record<string, string>; content?: Node[] | Uint8Array | string }
export type KeyPair = { public: Uint8Array; private: Uint8Array }
export type Creds = {
  me?: { id: string; name?: string; lid?: string }
  noiseKey: KeyPair
  signedIdentityKey: KeyPair
  signedPreKey: { keyId: number; keyPair: KeyPair; signature: Uint8Array }
  registrationId: number
  advSecretKey: string
}
/** By kind and id; null: it is gone. */
export type KeySet = Record<string, Record<string, unknown>>
export type KeyStore = {
  get(kind: string, ids: string[]): Promise<Record<string, unknown>>
  set(keys: KeySet): Promise<void>
}
export type Encrypted = { type: 'pkmsg' | 'msg'; ciphertext: Uint8Array }
type SignalRepository = {
  encryptMessage(message: { jid: string; data: Uint8Array }): Promise<Encrypted>
  decryptMessage(message: { jid: string } & Encrypted): Promise<Uint8Array>
}
export type MessageKey = { remoteJid?: string | null; remoteJidAlt?: string | null; fromMe?: boolean | null; id?: string | null }
export type TextContent = { text?: string | null; contextInfo?: { stanzaId?: string | null } | null }
type MessageContent = Record<string, unknown> & { conversation?: string | null; extendedTextMessage?: TextContent | null }
export type ReceivedMessage = {
  key: MessageKey
  message?: MessageContent | null
  messageTimestamp?: number | { toNumber(): number } | null
  pushName?: string | null
}
type ConnectionUpdate = {
  connection?: 'connecting' | 'open' | 'close'
  qr?: string
  isNewLogin?: boolean
  lastDisconnect?: { error?: Error & { output?: { statusCode?: number } } }
}
type Events = {
  'connection.update': ConnectionUpdate
  'creds.update': Partial<Creds>
  'messages.upsert': { messages: ReceivedMessage[]; type: 'notify' | 'append' }
  'messages.update': { key: MessageKey; update: { status?: number | null; messageTimestamp?: number | null } }[]
}
export type Socket = {
  ev: { on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void }
  onWhatsApp(number: string): Promise<{ jid: string; exists: unknown }[] | undefined>
  waitForMessage(id: string, timeoutMs: number): Promise<Node | undefined>
  sendMessage(jid: string, content: object, options: { messageId: string }): Promise<unknown>
  logout(): Promise<void>
  end(error: Error | undefined): Promise<void>
}
type SocketOptions = {
  auth: { creds: Creds; keys: KeyStore }
  logger: object
  waWebSocketUrl?: string
  browser: [string, string, string]
  qrTimeout?: number
  markOnlineOnConnect: boolean
  syncFullHistory: boolean
  generateHighQualityLinkPreview: boolean
  fireInitQueries: boolean
  emitOwnEvents: boolean
  shouldSyncHistoryMessage(history: { syncType: number }): boolean
  shouldIgnoreJid(jid: string): boolean
}
type Message = { encode(value: object): { finish(): Uint8Array }; decode(bytes: Uint8Array): Record<string, unknown> }
export type Baileys = {
  makeWASocket(options: SocketOptions): Socket
  initAuthCreds(): Creds
  makeCacheableSignalKeyStore(store: KeyStore, logger: object): KeyStore
  BufferJSON: { replacer(key: string, value: unknown): unknown; reviver(key: string, value: unknown): unknown }
  jidNormalizedUser(jid: string): string
  getContentType(content: MessageContent | undefined): string | undefined
  normalizeMessageContent(content: MessageContent | null | undefined): MessageContent | undefined
  // What follows is used by the endpoint of the tests alone.
  Curve: {
    generateKeyPair(): KeyPair
    sharedKey(own: Uint8Array, other: Uint8Array): Uint8Array
    sign(own: Uint8Array, bytes: Uint8Array): Uint8Array
  }
  WA_CERT_DETAILS: { PUBLIC_KEY: Buffer }
  DEFAULT_CONNECTION_CONFIG: {
    makeSignalRepository(auth: { creds: Creds; keys: KeyStore }, logger: object, lidOfNumber: () => Promise<never[]>): SignalRepository
  }
  addTransactionCapability(store: KeyStore, logger: object, options: { maxCommitRetries: number; delayBetweenTriesMs: number }): KeyStore
  aesEncryptGCM(bytes: Uint8Array, key: Uint8Array, iv: Uint8Array, tag: Uint8Array): Uint8Array
  aesDecryptGCM(bytes: Uint8Array, key: Uint8Array, iv: Uint8Array, tag: Uint8Array): Uint8Array
  hkdf(bytes: Uint8Array, length: number, options: { salt: Uint8Array; info: string }): Uint8Array
  encodeBinaryNode(node: Node): Uint8Array
  decodeBinaryNode(bytes: Uint8Array): Promise<Node>
  unpadRandomMax16(bytes: Uint8Array): Uint8Array
  writeRandomPadMax16(bytes: Uint8Array): Uint8Array
  encodeBigEndian(value: number, bytes?: number): Uint8Array
  proto: {
    HandshakeMessage: Message
    CertChain: Message & { NoiseCertificate: { Details: Message } }
    ClientPayload: Message
    ADVDeviceIdentity: Message
    ADVSignedDeviceIdentity: Message
    ADVSignedDeviceIdentityHMAC: Message
    Message: Message
  }
}

/** Loads the library that is installed beside this file. */
export async function loadBaileys(): Promise<Baileys> {
  const name = 'baileys'
  return (await import(name)) as Baileys
}

/** The library logs what people write; nothing of that is kept. */
export const silentLog = {
  level: 'silent',
  child: () => silentLog,
  ...{ trace() {}, debug() {}, info() {}, warn() {}, error() {}, fatal() {} },
}
