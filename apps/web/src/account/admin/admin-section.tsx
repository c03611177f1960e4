import { AuditSection } from './audit-section.tsx'
import { RecordsSection } from './records-section.tsx'

/** What admins see besides their own data and the API keys. */
export function AdminSection() {
  return (
    <>
      <RecordsSection />
      <AuditSection />
    </>
  )
}
