package source

import (
	"net"
	"strings"
)

// Loopback reports whether a host is this machine and reached only from it.
func Loopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return ip != nil && ip.IsLoopback()
}
