import { expect, test } from 'vitest'
import { asksToStop } from './obey-stop.ts'

test.each(['STOP', 'stop.', ' Stop!', 'Stoppen aub', 'afmelden', 'Arrêt', 'ARRET', 'Ik wil nu: stop'])('%s asks to stop', (text) => {
  expect(asksToStop(text)).toBe(true)
})

test.each(['', 'Ik ben gestopt', 'stopcontact', 'Bushalte Stopplaats', 'arrete', 'afmelding'])('%s does not', (text) => {
  expect(asksToStop(text)).toBe(false)
})
