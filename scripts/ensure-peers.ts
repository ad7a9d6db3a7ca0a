// Installs the programs that tests talk to as the outside world: a mail server, a mailbox, a check of DKIM signatures, an SMS exchange and a voice: Debian's, when we are root. And our own
// program that pairs numbers of WhatsApp, which is no part of the installation.
// Without them those tests are listed as skipped. Also by itself: `node scripts/ensure-peers.ts`.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { missingMailPeers } from '../e2e/peers/mail-peers.ts'
import { missingSmsPeers } from '../e2e/peers/sms-peers.ts'
import { missingSpeechPeers } from '../e2e/peers/speech-peers.ts'
import { missingWhatsappWeb } from '../e2e/peers/whatsapp-web/whatsapp-web-peer.ts'

const projectDir = path.resolve(import.meta.dirname, '..')
const packages = ['postfix', 'dovecot-imapd', 'opendkim', 'opendkim-tools', 'libnet-smpp-perl', 'espeak-ng']

const missingPeers = () => [...missingMailPeers(), ...missingSmsPeers(), ...missingSpeechPeers()]

/** Answers which programs are missing after trying to install them. */
export function ensurePeers(): string[] {
  if (missingPeers().length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    apt('update', '-qq')
    apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
  }
  if (missingWhatsappWeb().length > 0)
    spawnSync('npm', ['ci', '--prefix', 'plugins/whatsapp-web', '--ignore-scripts'], {
      cwd: projectDir,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 300_000,
    })
  const missing = [...missingPeers(), ...missingWhatsappWeb()]
  if (missing.length > 0) console.log(`Not here: ${missing.join(', ')}. The tests that need them are skipped.`)
  return missing
}

function apt(...args: string[]) {
  spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

if (import.meta.main) ensurePeers()
