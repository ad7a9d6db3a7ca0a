import { expect, test } from 'vitest'
import { withinPlayTime } from './play-deadline.ts'

const endless = (isBusy: boolean) =>
  withinPlayTime(
    0,
    async ({ mustGoOn }) => {
      for (;;) mustGoOn()
    },
    () => isBusy,
  )

test('a simulation that takes too long is the fault of its script, unless the machine is busy', async () => {
  await expect(endless(false)).rejects.toMatchObject({ code: 'simulation.tooLong', params: { seconds: 0 } })
  await expect(endless(true)).rejects.toMatchObject({ code: 'simulation.machineBusy' })
})
