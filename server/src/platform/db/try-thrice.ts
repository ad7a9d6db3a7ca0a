import { isWorthRetrying } from './database-trouble.ts'

/** The engine works on the same cases; when both wait for each other, PostgreSQL lets one of them go, and nothing of it has happened. */
export async function tryThrice<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 3 || !isWorthRetrying(error)) throw error
    }
  }
}
