import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Writes a key and a certificate that it signs itself, for 127.0.0.1, into a directory. Needs `openssl`. */
export function createCertificate(directory: string): { key: string; certificate: string } {
  const [key, certificate] = [join(directory, 'certificate.key'), join(directory, 'certificate.crt')]
  const options =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1'
  execFileSync('openssl', [...options.split(' '), '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  return { key, certificate }
}
