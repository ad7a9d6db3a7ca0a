import { statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { makeTempFolder } from '../../test/make-temp-folder.ts'

const dataDir = makeTempFolder('config')
const base = { DATA_DIR: dataDir }

test('an empty environment gives a server on this machine alone', () => {
  expect(readConfig(base)).toMatchObject({
    port: 4300,
    host: '127.0.0.1',
    role: 'all',
    databaseUrl: null,
    publicUrl: 'http://127.0.0.1:4300',
    smtpUrl: null,
    demo: null,
    trustProxy: [],
  })
})

test('everything that is wrong is listed at once', () => {
  const wrong = { ...base, PORT: '70000', ROLE: 'boss', DATABASE_URL: 'mysql://x', SECRET_KEY: 'c2hvcnQ=', TRUST_PROXY: 'everyone' }
  expect(() => readConfig(wrong)).toThrow(ConfigError)
  expect(() => readConfig(wrong)).toThrow(/PORT[^]*ROLE[^]*DATABASE_URL[^]*SECRET_KEY[^]*TRUST_PROXY/)
})

test('the command line chooses the role', () => {
  expect(readConfig({ ...base, ROLE: 'api' }, ['--role=engine']).role).toBe('engine')
})

test('an empty variable is the same as none', () => {
  expect(readConfig({ ...base, SMTP_URL: '', DEMO: '' })).toMatchObject({ smtpUrl: null, demo: null })
})

test('links lead to a name, not to the address of all interfaces', () => {
  expect(readConfig({ ...base, HOST: '0.0.0.0' }).publicUrl).toBe('http://localhost:4300')
  expect(readConfig({ ...base, PUBLIC_URL: 'https://regie.example/' }).publicUrl).toBe('https://regie.example')
})

test('the secret key is made once, for its owner only', () => {
  const first = readConfig(base).secretKey
  expect(first).toHaveLength(32)
  expect(readConfig(base).secretKey).toEqual(first)
  if (process.platform !== 'win32') expect(statSync(path.join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
})
