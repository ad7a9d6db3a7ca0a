import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeTempFolder } from '../../server/test/make-temp-folder.ts'
import { freePort } from '../free-port.ts'

const programs = { postfix: '/usr/sbin/postfix', dovecot: '/usr/sbin/dovecot', opendkim: '/usr/sbin/opendkim' }

/** Which of the programs are not on this machine. They start as root alone. */
export function missingMailPeers(): string[] {
  if (process.getuid?.() !== 0) return Object.keys(programs)
  return Object.entries(programs).flatMap(([name, file]) => (existsSync(file) ? [] : [name]))
}

export type MailPeers = {
  /** Takes mail for klant.test and acme.test, and passes mail for late.test on to a server that knows nobody. */
  smtpPort: number
  imapPort: number
  /** The mailboxes: `<name>@acme.test` or `@klant.test`, all with this password. */
  password: string
  log(): string
  close(): Promise<void>
}

// Nobody owns the mailboxes.
const nobody = 65_534
const mailboxes = ['incasso@acme.test', 'anna@klant.test']

/** A postfix and a dovecot of our own on this machine, in a temporary folder: nothing of /etc is read or changed. With an address that knows tokens, the mailboxes take XOAUTH2 too. */
export async function startMailPeers({ introspectionUrl }: { introspectionUrl?: string } = {}): Promise<MailPeers> {
  const dir = makeTempFolder('mail')
  const [smtpPort, farPort, imapPort] = [await freePort(), await freePort(), await freePort()]
  for (const folder of ['etc', 'queue', 'data', 'mail', 'dovecot']) mkdirSync(path.join(dir, folder))
  chownSync(path.join(dir, 'data'), idOf('-u', 'postfix'), idOf('-g', 'postfix'))
  chownSync(path.join(dir, 'mail'), nobody, nobody)
  writeFileSync(path.join(dir, 'etc/main.cf'), postfixSettings(dir, farPort))
  writeFileSync(path.join(dir, 'etc/master.cf'), postfixServices(smtpPort, farPort))
  writeFileSync(
    path.join(dir, 'dovecot/dovecot.conf'),
    `${dovecotSettings(dir, imapPort)}${introspectionUrl === undefined ? '' : tokenSettings(dir)}`,
  )
  if (introspectionUrl !== undefined) writeFileSync(path.join(dir, 'dovecot/tokens.conf'), tokenPlace(introspectionUrl))
  // A pipe to a server that stays would keep us waiting for its end.
  mustStart('postfix', spawnSync(programs.postfix, ['-c', path.join(dir, 'etc'), 'start'], { stdio: 'ignore' }).status)
  mustStart('dovecot', spawnSync(programs.dovecot, ['-c', path.join(dir, 'dovecot/dovecot.conf')], { stdio: 'ignore' }).status)
  await Promise.all([smtpPort, farPort, imapPort].map(untilGreeted))
  const log = () => readFileSync(path.join(dir, 'mail.log'), 'utf8')
  return {
    ...{ smtpPort, imapPort, password: 'geheim', log },
    async close() {
      for (const file of ['queue/pid/master.pid', 'dovecot/run/master.pid']) {
        const pid = Number(readFileSync(path.join(dir, file), 'utf8').trim())
        process.kill(pid, 'SIGTERM')
        for (let tries = 0; tries < 100 && existsSync(`/proc/${pid}`); tries++) await sleep(50)
      }
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** What opendkim says of the signature of a mail, whose key stands under `<selector>._domainkey.<domain>`: `pass` or `fail`. */
export function checkedByOpendkim(mail: string, { name, publicKey }: { name: string; publicKey: string }): string {
  const dir = makeTempFolder('dkim')
  const key = publicKey.replace(/-----[A-Z ]+-----|\s/g, '')
  writeFileSync(path.join(dir, 'keys'), `${name} v=DKIM1; k=rsa; p=${key}\n`)
  writeFileSync(path.join(dir, 'conf'), `Mode v\nTestDNSData file:${path.join(dir, 'keys')}\n`)
  writeFileSync(path.join(dir, 'mail.eml'), mail, 'latin1')
  const { stdout, stderr } = spawnSync(programs.opendkim, ['-x', path.join(dir, 'conf'), '-t', path.join(dir, 'mail.eml'), '-vv'], {
    encoding: 'utf8',
  })
  rmSync(dir, { recursive: true, force: true })
  return /\bdkim=(\w+)/.exec(`${stdout}${stderr}`)?.[1] ?? 'none'
}

const idOf = (what: '-u' | '-g', user: string) => Number(execFileSync('id', [what, user]).toString())

function mustStart(name: string, status: number | null) {
  if (status !== 0) throw new Error(`${name} does not start (${status})`)
}

async function untilGreeted(port: number): Promise<void> {
  for (const giveUpAt = Date.now() + 30_000; ; await sleep(30)) {
    if (await isGreeting(port)) return
    if (Date.now() > giveUpAt) throw new Error(`nobody answers at port ${port}`)
  }
}

function isGreeting(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    const answer = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.setTimeout(1_000, () => answer(false))
    socket.once('data', () => answer(true))
    socket.once('error', () => answer(false))
  })
}

function postfixSettings(dir: string, farPort: number): string {
  return `compatibility_level = 3.6
queue_directory = ${dir}/queue
data_directory = ${dir}/data
maillog_file = ${dir}/mail.log
maillog_file_prefixes = ${dir}
myhostname = mail.acme.test
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
disable_dns_lookups = yes
smtp_dns_support_level = disabled
smtp_host_lookup = native
smtpd_peername_lookup = no
biff = no
append_dot_mydomain = no
smtputf8_enable = no
recipient_delimiter = +
relay_domains = late.test
transport_maps = inline:{late.test=smtp:[127.0.0.1]:${farPort}}
virtual_mailbox_domains = acme.test, klant.test
virtual_mailbox_base = ${dir}/mail
virtual_mailbox_maps = inline:{${mailboxes.map((name) => `${name}=${name}/`).join(', ')}}
virtual_uid_maps = static:${nobody}
virtual_gid_maps = static:${nobody}
virtual_transport = virtual
smtpd_relay_restrictions = permit_mynetworks, reject_unauth_destination
smtpd_recipient_restrictions = permit_mynetworks, reject
smtpd_delay_reject = yes
minimal_backoff_time = 2s
maximal_backoff_time = 4s
queue_run_delay = 2s
`
}

// Name, kind, private, chroot-free, wake-up, most at once, program: as Debian has them, without chroot.
const postfixParts = [
  'pickup unix n - n 60 1 pickup',
  'cleanup unix n - n - 0 cleanup',
  'qmgr unix n - n 300 1 qmgr',
  'rewrite unix - - n - - trivial-rewrite',
  ...['bounce bounce', 'defer bounce', 'trace bounce'].map((line) => {
    const [name, program] = line.split(' ')
    return `${name} unix - - n - 0 ${program}`
  }),
  ...['smtp', 'relay'].map((name) => `${name} unix - - n - - smtp`),
  ...['error', 'retry'].map((name) => `${name} unix - - n - - error`),
  'verify unix - - n - 1 verify',
  'proxymap unix - - n - - proxymap',
  'discard unix - - n - - discard',
  'virtual unix - n n - - virtual',
  'local unix - n n - - local',
  'anvil unix - - n - 1 anvil',
  'scache unix - - n - 1 scache',
  'tlsmgr unix - - n 1000? 1 tlsmgr',
  'postlog unix-dgram n - n - 1 postlogd',
]

function postfixServices(smtpPort: number, farPort: number): string {
  return `127.0.0.1:${smtpPort} inet n - n - - smtpd
127.0.0.1:${farPort} inet n - n - - smtpd
  -o myhostname=mx.late.test
  -o { smtpd_recipient_restrictions = check_recipient_access static:{550 5.1.1 No such user here} }
${postfixParts.join('\n')}
`
}

const tokenSettings = (dir: string) => `auth_mechanisms = plain login xoauth2
passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = ${dir}/dovecot/tokens.conf
}
`

const tokenPlace = (introspectionUrl: string) => `introspection_url = ${introspectionUrl}
introspection_mode = get
username_attribute = username
active_attribute = active
active_value = true
`

function dovecotSettings(dir: string, imapPort: number): string {
  const mail = `${dir}/mail/%u`
  return `base_dir = ${dir}/dovecot/run
state_dir = ${dir}/dovecot/state
log_path = ${dir}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:${mail}
namespace inbox {
  inbox = yes
}
passdb {
  driver = static
  args = password=geheim
}
userdb {
  driver = static
  args = uid=${nobody} gid=${nobody} home=${mail}
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${imapPort}
    address = 127.0.0.1
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
default_internal_user = dovecot
default_login_user = dovenull
`
}
