import { Right } from '@regie/contract/right-codes.ts'
import type { TestApp } from './open-test-app.ts'

/** Two who export the cases of a customer: one sees personal data, for the other it is masked. */
export async function buildReaders({ build }: TestApp, customerId: number) {
  const rights = [Right.viewCases, Right.exportReports]
  const customers = [customerId]
  const staff = await build.staff({ rights: [...rights, Right.viewPersonalData], customers })
  const masked = await build.staff({ rights, customers })
  return { staff, masked }
}
