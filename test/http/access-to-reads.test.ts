// Access control: what each kind of person gets from everything that only reads.
import { testAccess } from './access-control.ts'

testAccess('reads')
