import { isIP } from 'node:net'
import path from 'node:path'
import * as z from 'zod'
import { readSecretKey } from './security/secret-key.ts'

const projectDir = path.resolve(import.meta.dirname, '../../..')

const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true')
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`)
const urlOf = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    )
// clamd listens at a port or at a socket of the machine.
const scannerAddress = z
  .string()
  .refine(
    (value) => /^unix:\/.+/.test(value) || (URL.canParse(value) && /^tcp:\/\/[^/]+:\d+$/.test(value)),
    'must be tcp://host:port or unix:/path',
  )
  .transform((value) => {
    if (value.startsWith('unix:')) return { path: value.slice('unix:'.length) }
    const { hostname, port } = new URL(value)
    return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
  })
const proxyList = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .refine(
    (parts) => parts.every((part) => part === 'loopback' || isIP(part.split('/')[0] ?? '') > 0),
    'must be addresses or networks, divided by commas',
  )

const hostList = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim().toLowerCase()))
  .refine(
    (parts) => parts.every((part) => URL.canParse(`http://${part}`) && /^[\w.:[\]-]+$/.test(part)),
    'must be hosts, with a port if wanted, divided by commas',
  )

const Environment = z.object({
  PORT: wholeNumber(1, 65_535).default(4300),
  HOST: z.string().default('127.0.0.1'),
  ROLE: z.enum(['all', 'api', 'engine']).default('all'),
  DATA_DIR: z.string().default(path.join(projectDir, '.data')),
  DATABASE_URL: urlOf('postgres:', 'postgresql:').optional(),
  PUBLIC_URL: urlOf('http:', 'https:').optional(),
  SHORT_URL: urlOf('http:', 'https:').optional(),
  SMTP_URL: urlOf('smtp:', 'smtps:').optional(),
  MOLLIE_API_KEY: z
    .string()
    .regex(/^(test|live)_[A-Za-z0-9]{20,100}$/, 'must be a key of Mollie: test_… or live_…')
    .optional(),
  MOLLIE_URL: urlOf('http:', 'https:').default('https://api.mollie.com'),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*@[^\r\n]*$/, 'must be a mail address')
    .default('Regie <regie@localhost>'),
  FEEDBACK_TO: z
    .string()
    .regex(/^[^\s@]+@[^\s@]+$/, 'must be a mail address')
    .optional(),
  DEMO: flag.optional(),
  DEMO_PAST: flag.default(true),
  DEMO_SPEED: wholeNumber(0, 10).default(1),
  DEMO_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SECRET_KEY: z
    .string()
    .refine((value) => Buffer.from(value, 'base64').length === 32, 'must be 32 bytes in base64 (openssl rand -base64 32)')
    .optional(),
  TRUST_PROXY: proxyList.optional(),
  ALLOWED_HOSTS: hostList.optional(),
  ALLOW_PRIVATE_HOSTS: hostList.optional(),
  MICROSOFT_SIGN_IN_URL: urlOf('http:', 'https:').optional(),
  GOOGLE_SIGN_IN_URL: urlOf('http:', 'https:').optional(),
  WHATSAPP_WEB: z.enum(['off', 'simulation', 'on']).default('off'),
  ENGINE_TICK_MS: wholeNumber(10, 60_000).default(1000),
  MAIL_CONNECTIONS: wholeNumber(1, 100).default(5),
  CUSTOMER_FILES_MB: wholeNumber(10, 1_000_000).default(1000),
  VIRUS_SCANNER: scannerAddress.optional(),
  DELIVERIES_DIR: z.string().refine(path.isAbsolute, 'must be a whole path').optional(),
  SIMULATION_SECONDS: wholeNumber(1, 60).default(2),
  STALLED_ANSWER_SECONDS: wholeNumber(1, 600).default(60),
  STALLED_EXPORT_SECONDS: wholeNumber(1, 600).default(30),
  STALLED_LIVE_SECONDS: wholeNumber(1, 600).default(5),
})

/** What the environment decides; read once at start. */
export type Config = ReturnType<typeof readConfig>

/** Refused at start: every fault of the environment in one message. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads the environment (and `--role=` of the command line), or throws a ConfigError that lists all that is wrong. */
export function readConfig(env: NodeJS.ProcessEnv, argv: readonly string[] = []) {
  const role = argv.find((argument) => argument.startsWith('--role='))?.slice('--role='.length)
  // An empty variable is the same as none: `SMTP_URL= npm start` switches it off.
  const given = Object.fromEntries(
    Object.entries({ ...env, ...(role !== undefined && { ROLE: role }) }).filter(([, value]) => value !== ''),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`The configuration is not usable:\n${faults.join('\n')}`)
  }
  const values = parsed.data
  const dataDir = path.resolve(values.DATA_DIR)
  return {
    port: values.PORT,
    host: values.HOST,
    role: values.ROLE,
    dataDir,
    databaseUrl: values.DATABASE_URL ?? null,
    publicUrl: (values.PUBLIC_URL ?? `http://${hostOfLinks(values.HOST)}:${values.PORT}`).replace(/(?<!\/)\/+$/, ''),
    /** Under which payment links are short; null: under PUBLIC_URL. */
    shortUrl: values.SHORT_URL?.replace(/(?<!\/)\/+$/, '') ?? null,
    smtpUrl: values.SMTP_URL ?? null,
    /** Null: payments go to the simulated bank. */
    mollie: values.MOLLIE_API_KEY === undefined ? null : { apiKey: values.MOLLIE_API_KEY, url: values.MOLLIE_URL },
    mailFrom: values.MAIL_FROM,
    /** Where feedback of users is mailed; without it, it is only kept. */
    feedbackTo: values.FEEDBACK_TO ?? null,
    /** Null: decided by where the database is; only our own embedded one gets a demo customer by itself. */
    demo: values.DEMO ?? null,
    /** Whether the demo customers are seeded with a past. */
    demoPast: values.DEMO_PAST,
    /** How fast the simulated debtors of the demo live; 0 is still. */
    demoSpeed: values.DEMO_SPEED,
    demoPassword: values.DEMO_PASSWORD ?? null,
    logLevel: values.LOG_LEVEL,
    secretKey: values.SECRET_KEY === undefined ? readSecretKey(dataDir) : Buffer.from(values.SECRET_KEY, 'base64'),
    trustProxy: values.TRUST_PROXY ?? [],
    /** Names besides PUBLIC_URL's under which we are asked. */
    allowedHosts: [...(values.ALLOWED_HOSTS ?? []), ...(values.SHORT_URL === undefined ? [] : [new URL(values.SHORT_URL).host])],
    /** Hosts of our own network that may be asked for what users configure. */
    allowPrivateHosts: values.ALLOW_PRIVATE_HOSTS ?? [],
    /** Where mail servers are signed in to by OAuth 2, when it is not where everybody does. */
    signInUrls: { microsoft: values.MICROSOFT_SIGN_IN_URL ?? null, google: values.GOOGLE_SIGN_IN_URL ?? null },
    /** Whether numbers of WhatsApp may be paired by a code: an unofficial way, so nobody gets it unasked. */
    whatsappWeb: values.WHATSAPP_WEB,
    engineTickMs: values.ENGINE_TICK_MS,
    mailConnections: values.MAIL_CONNECTIONS,
    /** What the uploaded files of one customer may be together. */
    customerFilesMegabytes: values.CUSTOMER_FILES_MB,
    /** Where clamd listens; null: files are not looked at for viruses. */
    virusScanner: values.VIRUS_SCANNER ?? null,
    /** Below which each customer has a folder from which files are fetched, by its number; null: only over SFTP. */
    deliveriesDir: values.DELIVERIES_DIR ?? null,
    simulationSeconds: values.SIMULATION_SECONDS,
    /** A client that takes nothing of what is sent to it for so long is cut off: what waits for it is memory. Live news must be read, too. */
    stalledMs: {
      answer: values.STALLED_ANSWER_SECONDS * 1_000,
      export: values.STALLED_EXPORT_SECONDS * 1_000,
      live: values.STALLED_LIVE_SECONDS * 1_000,
    },
  }
}

/** 0.0.0.0 is where one listens, not where a link can lead. */
function hostOfLinks(host: string) {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIP(host) === 6 ? `[${host}]` : host
}
