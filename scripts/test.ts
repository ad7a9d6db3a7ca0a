// `npm test`: everything, in the order in which it fails fastest. What failed is listed at the very end; the last line is always `N passed, N failed`.
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureBrowser } from './ensure-browser.ts'
import { ensurePeers } from './ensure-peers.ts'

type Outcome = { passed: number; failed: number; failures?: string[] }
type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

const projectDir = path.resolve(import.meta.dirname, '..')
const out = mkdtempSync(path.join(tmpdir(), 'regie-results-'))
const bin = (file: string) => path.join(projectDir, 'node_modules', file)
const vitest = bin('vitest/vitest.mjs')
const outsideErrors = path.join(projectDir, 'scripts/outside-errors.ts')
const tsc = bin('typescript/bin/tsc')

// For the screens among the unit tests; the e2e tests find the same one.
process.env.CHROME_BIN = await ensureBrowser()
// For the tests that speak with a real mail server.
ensurePeers()

// Checks keep one processor busy each and ask nothing of each other; what is measured or waits for screens comes after them, alone.
const checks = [
  { title: 'types of contract, server and scripts', args: [tsc, '-p', 'tsconfig.json', '--noEmit'] },
  { title: 'types of the browser app', args: [tsc, '-p', 'web/tsconfig.json', '--noEmit'] },
  { title: 'lint', args: [bin('oxlint/bin/oxlint'), '--deny-warnings'] },
  { title: 'format', args: [bin('@biomejs/biome/bin/biome'), 'check', '.'] },
  { title: 'architecture', args: ['scripts/check-architecture.ts'] },
  { title: 'unused files, exports and dependencies', args: [bin('knip/bin/knip.js'), '--no-progress'] },
  { title: 'build', args: [bin('vite/bin/vite.js'), 'build', 'web', '--logLevel', 'warn'] },
]

const outcomes = [
  ...(await runChecks(checks)),
  check('size of the sign-in screen', 'web/check-size.ts'),
  tests('unit', vitest, 'run'),
  existsSync(path.join(projectDir, 'e2e/vitest.config.ts')) ? tests('e2e', 'scripts/run-e2e.ts') : { passed: 0, failed: 0 },
  trials('faults, short form', 'e2e/faults/run-faults.ts', '--short'),
  trials('bench, short form', 'e2e/bench/run-bench.ts', '--short'),
]
rmSync(out, { recursive: true, force: true })
const passed = sum(outcomes.map((outcome) => outcome.passed))
const failed = sum(outcomes.map((outcome) => outcome.failed))
// A log is often read from its tail alone.
const failures = outcomes.flatMap((outcome) => outcome.failures ?? [])
if (failures.length > 0) console.log(`\nWhat failed:\n${failures.map((failure) => `- ${failure}`).join('\n')}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** A check is not a test: it counts only when it fails. */
function check(title: string, ...args: string[]): Outcome {
  return outcomeOfCheck(title, run(title, args))
}

function outcomeOfCheck(title: string, isFine: boolean): Outcome {
  return isFine ? { passed: 0, failed: 0 } : { passed: 0, failed: 1, failures: [title] }
}

/** As many at once as there are processors, in their order; what each prints is kept together. */
async function runChecks(todo: { title: string; args: string[] }[]): Promise<Outcome[]> {
  const waiting = [...todo]
  const done: Outcome[] = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { title, args } = next
      const began = performance.now()
      const isFine = await new Promise<boolean>((resolve) => {
        execFile(process.execPath, args, { cwd: projectDir, maxBuffer: 1e8 }, (error, stdout, stderr) => {
          console.log(`\n── ${title}\n${stdout}${stderr}`)
          resolve(error === null)
        })
      })
      sayEnd(title, isFine, began)
      done.push(outcomeOfCheck(title, isFine))
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return done
}

/** Vitest's own closing line is not one that every runner understands, so its numbers are read from its report. */
function tests(title: string, ...args: string[]): Outcome {
  const file = path.join(out, `${title}.json`)
  const outside = path.join(out, `${title}-outside.txt`)
  process.env.OUTSIDE_ERRORS = outside
  const isFine = run(title, [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, `--reporter=${outsideErrors}`])
  if (!existsSync(file)) return { passed: 0, failed: 1, failures: [`${title}: ended without a report`] }
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report
  const failures = failuresIn(report).map((failure) => `${title} · ${failure}`)
  for (const error of existsSync(outside) ? readFileSync(outside, 'utf8').split('\n').filter(Boolean) : [])
    failures.push(`${title}: outside of all tests · ${error}`)
  if (!isFine && failures.length === 0) failures.push(`${title}: an error outside of all tests`)
  // A file that cannot be loaded fails without a failed test.
  return { passed: report.numPassedTests, failed: Math.max(report.numFailedTests, isFine ? 0 : 1), failures }
}

function failuresIn({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(projectDir, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [`${file}: ${firstLine(message)}`]
    return failed.map(({ fullName, failureMessages }) => `${file} · ${fullName}: ${causeIn(failureMessages[0])}`)
  })
}

/** What went wrong, what a browser waited for, and the line of ours at which it did. */
function causeIn(failure = ''): string {
  const lines = failure.split('\n').map((line) => stripVTControlCharacters(line).trim())
  const awaited = lines.find((line) => line.startsWith('- waiting for'))
  const place = lines.find((line) => line.startsWith('at ') && line.includes(projectDir) && !line.includes('node_modules'))
  return [firstLine(failure), awaited?.slice(2), place?.replace(`${projectDir}/`, '')].filter((part) => part !== undefined).join(' · ')
}

function firstLine(text = ''): string {
  return text.trimStart().split('\n', 1)[0] ?? ''
}

/** Programs of our own that print `N passed, N failed` as their last line, and FAIL in the line of what failed. */
function trials(title: string, ...args: string[]): Outcome {
  const began = performance.now()
  console.log(`\n── ${title}`)
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: projectDir,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  console.log(stdout)
  sayEnd(title, status === 0, began)
  const [, passed = 0, failed = 0] = /(\d+) passed, (\d+) failed\s*$/.exec(stdout) ?? []
  const failures = stdout
    .split('\n')
    .filter((line) => /\bFAIL\b/.test(line))
    .map((line) => `${title} · ${line.trim()}`)
  if (status !== 0 && failures.length === 0) failures.push(`${title}: ended with ${status ?? 'a signal'}`)
  return { passed: Number(passed), failed: Math.max(Number(failed), status === 0 ? 0 : 1), failures }
}

function run(title: string, args: string[]): boolean {
  const began = performance.now()
  console.log(`\n── ${title}`)
  const { status } = spawnSync(process.execPath, args, { cwd: projectDir, stdio: ['ignore', 'inherit', 'inherit'] })
  sayEnd(title, status === 0, began)
  return status === 0
}

function sayEnd(title: string, isFine: boolean, began: number) {
  console.log(`── ${title}: ${isFine ? 'fine' : 'FAILED'} after ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
