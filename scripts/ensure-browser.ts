// Finds a Chromium for the browser tests, or installs one. Printed when called by itself: `node scripts/ensure-browser.ts`.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

// Without a window it needs half of the processor's time.
const headless = '/usr/bin/chromium-headless-shell'
const known = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  path.join(process.env.ProgramFiles ?? 'C:\\Program Files', 'Google\\Chrome\\Application\\chrome.exe'),
]

/** The path of a browser that starts: $CHROME_BIN, Debian's package without a window when we are root, the system's, else the test runner's own download. */
export async function ensureBrowser(): Promise<string> {
  for (const candidate of [process.env.CHROME_BIN, headless]) if (candidate && (await isWorking(candidate))) return candidate
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    apt('update', '-qq')
    apt('install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell', 'fonts-dejavu-core')
    if (await isWorking(headless)) return headless
  }
  const downloaded = await playwrightPath()
  for (const candidate of [...known, downloaded]) if (candidate && (await isWorking(candidate))) return candidate
  spawnSync('npx', ['playwright', 'install', 'chromium'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 300_000,
    shell: process.platform === 'win32',
  })
  if (downloaded && (await isWorking(downloaded))) return downloaded
  throw new Error('No browser was found and none could be installed. Install Chromium, or set CHROME_BIN to one.')
}

async function playwrightPath() {
  const { chromium } = await import('playwright')
  return chromium.executablePath()
}

function apt(...args: string[]) {
  spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

/** Started and asked for its DevTools address: a browser may be there and yet miss a library. */
function isWorking(browser: string): Promise<boolean> {
  if (!existsSync(browser)) return Promise.resolve(false)
  return new Promise((resolve) => {
    const profile = mkdtempSync(path.join(tmpdir(), 'regie-browser-'))
    const flags = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--remote-debugging-port=0',
    ]
    const child = spawn(browser, [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: process.platform !== 'win32',
    })
    let output = ''
    const answer = (isFine: boolean) => {
      clearTimeout(timer)
      endWithChildren(child)
      resolve(isFine)
    }
    const timer = setTimeout(() => answer(false), 20_000)
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('DevTools listening on ws:')) answer(true)
    })
    child.once('error', () => answer(false))
    child.once('exit', () => answer(false))
    child.once('close', () => rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  })
}

/** Ended alone, a browser leaves helpers behind, which hold its output open and us with it. */
function endWithChildren(child: ChildProcess) {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // All of them have ended.
  }
}

if (import.meta.main) console.log(await ensureBrowser())
