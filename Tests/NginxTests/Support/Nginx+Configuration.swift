import Glibc

extension Nginx {
  /// The whole configuration; all that nginx writes stays in its own folder.
  static func configuration(_ ports: [Site: Int], upstream: Int) -> String {
    let sites = ports.filter { $0.key != .tunnel }
      .map { $0.configuration(port: $1, upstream: upstream) }
    let tunnel = ports[.tunnel].map { Site.tunnel.tunnel(port: $0, upstream: upstream) }
    return """
      \(tunnel == nil ? "" : "load_module \(streamModule);")
      \(geteuid() == 0 ? "user root;" : "")
      pid nginx.pid;
      events { worker_connections 512; }
      http {
        access_log off;
        client_body_temp_path body;
        proxy_temp_path proxy;
        fastcgi_temp_path fastcgi;
        uwsgi_temp_path uwsgi;
        scgi_temp_path scgi;
        default_type image/png;
        types { }
        \(sites.joined(separator: "\n"))
      }
      \(tunnel ?? "")
      """
  }
}

/// One server of an nginx, as it shows itself to a client.
enum Site: String, CaseIterable {
  case plain
  /// With a certificate that is in order for this machine.
  case trusted
  /// Likewise, but each connection is good for eight requests.
  case brief
  /// With one that has run out.
  case expired
  /// With one for another name.
  case misnamed
  /// With one from an unknown authority.
  case foreign
  /// Takes TLS off, and has the upstream speak HTTP/2 for itself.
  case tunnel

  private var certificate: String {
    """
    ssl_certificate \(rawValue).pem;
    ssl_certificate_key \(rawValue).key;
    """
  }

  /// - Parameter upstream: the port of 127.0.0.1 that bytes go to as they come.
  func tunnel(port: Int, upstream: Int) -> String {
    """
    stream {
      server {
        listen 127.0.0.1:\(port) ssl;
        \(certificate)
        ssl_alpn h2;
        proxy_pass 127.0.0.1:\(upstream);
      }
    }
    """
  }

  /// - Parameter upstream: the port of 127.0.0.1 that `/upstream` comes from.
  func configuration(port: Int, upstream: Int) -> String {
    """
    server {
      listen 127.0.0.1:\(port)\(self == .plain ? "" : " ssl http2");
      \(self == .plain ? "" : certificate)
      root files;
      \(self == .brief ? "keepalive_requests 8;" : "")
      location /slow/ { alias files/; limit_rate 2k; }
      location /dated/ { alias files/; etag off; }
      location /chunked/ { alias files/; ssi on; ssi_types *; }
      location /gzip/ { alias files/; gzip on; gzip_types *; gzip_min_length 1; }
      location /packed/ { alias files/; add_header Content-Encoding gzip; }
      location = /connection { return 200 "$connection"; }
      location = /upstream { proxy_pass http://127.0.0.1:\(upstream); proxy_buffering off; }
      location = /moved { return 302 /whole; }
      location = /round { return 302 /round; }
    }
    """
  }
}
