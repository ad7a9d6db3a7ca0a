import { spawnSync } from 'node:child_process'

/** The program that speaks, where it is not on this machine. */
export function missingSpeechPeers(): string[] {
  return spawnSync('espeak-ng', ['--version'], { stdio: 'ignore' }).status === 0 ? [] : ['espeak-ng']
}
