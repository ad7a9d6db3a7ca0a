#!/usr/bin/perl
# An SMS exchange of another make: SMPP 3.4 by Net::SMPP. What it does with a message depends on how the number ends:
#   0000 refused (0x0B), 5858 throttled once (0x58), 1111 UNDELIV, 2222 EXPIRED, 3333 answered and no receipt,
#   4444 no answer at all, 5555 the connection closes instead of the answer, 7777 the receipt before the answer,
#   9999 the person answers in two parts, the second first, 8888 the person answers STOP.
# The system id `decimal` gets its receipts with the number of the message in decimal. usage: smsc.pl PORT
use strict;
use warnings;
use Net::SMPP;
use IO::Select;
use JSON::PP;
use Encode;
use POSIX qw(strftime);
use Time::HiRes qw(time);

$SIG{CHLD} = 'IGNORE';
$| = 1;
my ($port) = @ARGV;
my $listener = Net::SMPP->new_listen('127.0.0.1', port => $port, smpp_version => 0x34, interface_version => 0x34,
  addr_ton => 0, addr_npi => 0, source_addr_ton => 0, source_addr_npi => 0, dest_addr_ton => 0, dest_addr_npi => 0,
  system_id => 'PEER') or die "listen: $!";
print "READY\n";
while (1) {
  my $client = $listener->accept or next;
  next if fork();
  serve($client);
  exit 0;
}

sub say_json { print encode_json($_[0]), "\n" }

sub serve {
  my ($client) = @_;
  # Else it drops what comes while it waits for the answer to a request of its own.
  ${*$client}{async} = 1;
  my $select = IO::Select->new($client);
  my ($count, $user, @due, %seen) = (0, '');
  while (1) {
    my $wait = @due ? $due[0]{at} - time() : 0.5;
    if ($select->can_read($wait < 0 ? 0 : $wait)) {
      my $pdu = $client->read_pdu() or last;
      my ($cmd, $seq) = ($pdu->{cmd}, $pdu->{seq});
      if ($cmd == 0x1 || $cmd == 0x2 || $cmd == 0x9) {
        my $status = $pdu->{password} eq 'geheim' ? 0 : 0x0E;
        $user = $pdu->{system_id} if $status == 0;
        say_json({ bind => $cmd, user => $pdu->{system_id}, status => $status });
        if ($cmd == 0x9) { $client->bind_transceiver_resp(system_id => 'PEER', seq => $seq, status => $status) }
        elsif ($cmd == 0x2) { $client->bind_transmitter_resp(system_id => 'PEER', seq => $seq, status => $status) }
        else { $client->bind_receiver_resp(system_id => 'PEER', seq => $seq, status => $status) }
      }
      elsif ($cmd == 0x15) { $client->enquire_link_resp(seq => $seq); say_json({ enquired => 1 }) }
      elsif ($cmd == 0x6) { $client->unbind_resp(seq => $seq); say_json({ unbound => 1 }); last }
      elsif ($cmd == 0x80000005) { say_json({ deliveredStatus => $pdu->{status} }) }
      elsif ($cmd == 0x4) {
        last unless submitted($client, $pdu, $user, \$count, \@due, \%seen);
      }
    }
    while (@due && $due[0]{at} <= time()) { bring($client, shift @due, $user) }
  }
}

sub submitted {
  my ($client, $pdu, $user, $count, $due, $seen) = @_;
  my ($seq, $to) = ($pdu->{seq}, $pdu->{destination_addr});
  my %tlv = map { $_ => unpack('H*', $pdu->{$_}) } grep { /^\d+$/ } keys %$pdu;
  say_json({ from => $pdu->{source_addr}, fromTon => $pdu->{source_addr_ton}, to => $to, toTon => $pdu->{dest_addr_ton},
    esm => $pdu->{esm_class}, coding => $pdu->{data_coding}, receipt => $pdu->{registered_delivery},
    validity => $pdu->{validity_period}, text => unpack('H*', $pdu->{short_message} // ''), tlv => \%tlv, at => time() });
  return 0 if $to =~ /5555$/;
  return 1 if $to =~ /4444$/;
  if ($to =~ /0000$/) { $client->submit_sm_resp(message_id => '', seq => $seq, status => 0x0B); return 1 }
  if ($to =~ /5858$/ && !$seen->{$to}++) { $client->submit_sm_resp(message_id => '', seq => $seq, status => 0x58); return 1 }
  my $id = sprintf('%010X', 0x1A2B0000 + $$ * 1000 + ++$$count);
  my ($state, $number, $err) = $to =~ /1111$/ ? ('UNDELIV', 5, '001') : $to =~ /2222$/ ? ('EXPIRED', 3, '027') : ('DELIVRD', 2, '000');
  my %receipt = (at => time() + 0.1, id => $id, state => $state, number => $number, err => $err, of => $to, for => $pdu->{source_addr});
  if ($to =~ /7777$/) { bring($client, \%receipt, $user); select(undef, undef, undef, 0.05) }
  $client->submit_sm_resp(message_id => $id, seq => $seq, status => 0);
  push @$due, \%receipt unless $to =~ /(7777|3333)$/;
  push @$due, { at => time() + 0.2, parts => 1, of => $to, for => $pdu->{source_addr} } if $to =~ /9999$/;
  push @$due, { at => time() + 0.2, stop => 1, of => $to, for => $pdu->{source_addr} } if $to =~ /8888$/;
  @$due = sort { $a->{at} <=> $b->{at} } @$due;
  return 1;
}

sub bring {
  my ($client, $news, $user) = @_;
  my %both = (source_addr => $news->{of}, destination_addr => $news->{for});
  if ($news->{stop}) { $client->deliver_sm(%both, data_coding => 0, short_message => 'Stop'); return }
  if ($news->{parts}) {
    my @texts = ("Ja, ik betaal \x{20AC}25 ", "morgen \x{1F44D} gro\x{df}");
    for my $no (1, 0) {
      $client->deliver_sm(%both, esm_class => 0x40, data_coding => 8,
        short_message => pack('C6', 5, 0, 3, 0x5A, 2, $no + 1) . encode('UTF-16BE', $texts[$no]));
    }
    return;
  }
  my $moment = strftime('%y%m%d%H%M', gmtime);
  my $id = $user eq 'decimal' ? hex($news->{id}) : $news->{id};
  my %tlv = $user eq 'decimal' ? () : (receipted_message_id => "$id\0", message_state => chr($news->{number}));
  $client->deliver_sm(%both, esm_class => 0x04, data_coding => 0, %tlv,
    short_message => sprintf('id:%s sub:001 dlvrd:%s submit date:%s done date:%s stat:%s err:%s text:Hallo',
      $id, $news->{number} == 2 ? '001' : '000', $moment, $moment, $news->{state}, $news->{err}));
}
